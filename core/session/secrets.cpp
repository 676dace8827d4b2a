// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/secrets.h"

namespace sweepbench {

QString urlWithoutPassword(const QString &url)
{
    const qsizetype scheme = url.indexOf(u"://");
    const qsizetype start = scheme < 0 ? 0 : scheme + 3;
    qsizetype end = start;
    while (end < url.size() && url[end] != u'/' && url[end] != u'?' && url[end] != u'#')
        ++end;
    const qsizetype at = QStringView(url).first(end).lastIndexOf(u'@');
    const qsizetype colon = at < start ? -1 : url.indexOf(u':', start);
    if (colon < 0 || colon > at)
        return url;
    return url.first(colon + 1) + url.sliced(at);
}

} // namespace sweepbench
