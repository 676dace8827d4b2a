// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/secrets.h"

#include <algorithm>

namespace sweepbench {

namespace {

bool isOfScheme(QChar c)
{
    return c.isLetterOrNumber() || c == u'+' || c == u'-' || c == u'.';
}

bool endsHostPart(QChar c)
{
    return c == u'/' || c == u'?' || c == u'#';
}

} // namespace

QString urlWithoutPassword(const QString &url)
{
    // The host part starts where parseHttpUrl() sees it: after blanks, a scheme or none, and slashes or none. A "://" further
    // on belongs to the query.
    qsizetype start = 0;
    while (start < url.size() && url[start].isSpace())
        ++start;
    const qsizetype scheme = url.indexOf(u"://", start);
    if (scheme >= 0 && std::all_of(url.begin() + start, url.begin() + scheme, isOfScheme))
        start = scheme + 1;
    while (start < url.size() && url[start] == u'/')
        ++start;
    const auto end = std::find_if(url.begin() + start, url.end(), endsHostPart);
    const qsizetype at = QStringView(url).first(end - url.begin()).lastIndexOf(u'@');
    const qsizetype colon = url.indexOf(u':', start);
    if (colon < 0 || colon > at)
        return url;
    return url.first(colon + 1) + url.sliced(at);
}

} // namespace sweepbench
