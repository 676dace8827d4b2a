// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of the window program, read before any application object exists.
// Thread contract: pure functions.
#pragma once

#include "core/model/result.h"
#include "ui/render.h"
#include "ui/report/reportfile.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace sweepbench {

struct Arguments
{
    enum class Action { Window, Render, Report, Help, Version };
    Action action = Action::Window;
    bool demo = false;
    QStringList urls;
    QString file; ///< session or plan to open
    std::optional<RenderRequest> render;
    std::optional<ReportRequest> report;
};

/// \a arguments without the program's name. A Problem names the option or argument, what was given and what would be right.
Result<Arguments> parseArguments(const QStringList &arguments);
QString helpText();

} // namespace sweepbench
