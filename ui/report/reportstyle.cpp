// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/reportmark.h"
#include "ui/report/reportparts.h"

using namespace Qt::StringLiterals;

namespace sweepbench {

namespace {

/// The colours of charttheme.cpp and chartcanvas.cpp, with a ground behind tables; contrast of all text at least 4.5:1.
QString variables(bool dark, int targets)
{
    const QString colours = dark ? u"--page:#1e1f22;--text:#e8e8e8;--muted:#a9afb6;--line:#3b3f45;--band:#26282c;--link:#6cb0f7;"
                                   "--doubt:#f2b84b;--unfit:#ff8f87;"_s
                                 : u"--page:#ffffff;--text:#1f2328;--muted:#57606a;--line:#d7dbe0;--band:#f5f7f9;--link:#1f5fb4;"
                                   "--doubt:#8a5500;--unfit:#b3261e;"_s;
    return u":root{%1%2}\n"_s.arg(colours, markVariables(targets, dark));
}

QString layout()
{
    return uR"(*{box-sizing:border-box}
html{background:var(--page);color:var(--text);-webkit-text-size-adjust:100%}
body{margin:0;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
main{max-width:62rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}
h1{font-size:1.9rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2.6rem 0 .8rem;padding-bottom:.35rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.4rem 0 .4rem;overflow-wrap:anywhere}
header p{color:var(--muted);margin:.5rem 0 0}
p{margin:.6rem 0}
small,.note,figcaption,caption{color:var(--muted);font-size:.86rem}
h3 small{font-weight:400;margin-left:.4rem}
a{color:var(--link)}
.notes{white-space:pre-wrap;margin-top:1.4rem}
ul{margin:.4rem 0;padding-left:1.2rem}
li{margin:.25rem 0;overflow-wrap:anywhere}
.verdicts,.findings{list-style:none;padding:0}
.verdicts li{display:flex;gap:.7rem;align-items:baseline;font-size:1.1rem;margin:.6rem 0}
.mark{width:.85em;height:.85em;flex:none;vertical-align:-.05em}
.verdicts .mark{transform:translateY(.05em)}
.sign{flex:none;width:.85em;text-align:center;font-weight:700;color:var(--muted)}
.findings li{display:grid;grid-template-columns:4rem 1fr;gap:.4rem}
.findings b{font-weight:600;color:var(--muted)}
.findings .doubt b{color:var(--doubt)}
.findings .unfit b{color:var(--unfit)}
summary{cursor:pointer;color:var(--link)}
figure{margin:1.2rem 0 2rem}
figure h3{margin-bottom:.2rem}
.picture{overflow-x:auto}
.chart{display:block;width:100%;min-width:34rem;height:auto}
figcaption{margin-top:.4rem}
.table{overflow-x:auto;margin:.8rem 0}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding-bottom:.35rem}
th,td{padding:.32rem .6rem;text-align:left;vertical-align:baseline;border-bottom:1px solid var(--line)}
th:first-child,td:first-child{padding-left:.4rem}
th{font-weight:600}
tbody th{font-weight:400;min-width:9rem;max-width:22rem;overflow-wrap:anywhere}
thead th{color:var(--muted);vertical-align:bottom}
tfoot th,tfoot td{font-weight:600;border-bottom:none;white-space:nowrap}
.n{text-align:right;white-space:nowrap}
thead .n{white-space:normal}
tbody tr:nth-child(even){background:var(--band)}
.runs{display:flex;flex-wrap:wrap;gap:0 2.5rem}
dl{margin:.4rem 0;display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:.5rem 1.5rem}
dt{color:var(--muted);font-size:.86rem}
dd{margin:0;overflow-wrap:anywhere}
pre{background:var(--band);border:1px solid var(--line);border-radius:6px;padding:.8rem 1rem;overflow-x:auto;font-size:.86rem;line-height:1.45}
code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"DejaVu Sans Mono",monospace}
)"_s;
}

/// What stays together on paper, and what paper has no use for.
QString printing()
{
    return uR"(@page{margin:16mm 14mm}
@media print{
body{font-size:10.5pt}
main{max-width:none;padding:0}
h2,h3,caption{break-after:avoid}
figure,tr,li,.findings,.runs .table,dl div{break-inside:avoid}
.picture,.table,pre{overflow:visible}
.chart{min-width:0;max-height:78mm}
figure{margin:.5rem 0 1rem}
figcaption,.note,caption{font-size:.82em}
.runs{display:block}
table{font-size:.84em}
th,td{padding:.25rem .5rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
thead{display:table-header-group}
tfoot{display:table-row-group}
tbody tr:nth-child(even),pre{background:none}
a{color:inherit;text-decoration:none}
}
)"_s;
}

} // namespace

QString reportStyle(ReportTheme theme, int targets)
{
    if (theme != ReportTheme::Auto)
        return variables(theme == ReportTheme::Dark, targets) + layout() + printing();
    return variables(false, targets) + layout() + u".chart.dark{display:none}\n@media screen and (prefers-color-scheme:dark){\n"_s + variables(true, targets)
           + u".chart.light{display:none}\n.chart.dark{display:block}\n}\n"_s + printing();
}

} // namespace sweepbench
