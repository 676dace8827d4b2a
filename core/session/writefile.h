// SPDX-License-Identifier: GPL-3.0-or-later
// Writing files so that a name always stands for a whole file: the old one or the new one.
// Thread contract: functions that write files; a TemporaryFile belongs to one thread.
#pragma once

#include "core/model/result.h"

#include <QString>

#include <optional>

namespace sweepbench {

/// What can be told before anything is written: no name, a folder, a folder that is missing, a name that is too long for
/// \a suffixLength more bytes.
std::optional<Problem> checkWritablePath(const QString &path, qsizetype suffixLength);

/// The same for what writeFile() writes, which moreover never replaces a session: measurements can't be made again.
std::optional<Problem> checkExportPath(const QString &path);

/// A name that nobody uses, in the folder of the file that it is going to become; whatever is there at the end is removed.
class TemporaryFile
{
public:
    explicit TemporaryFile(const QString &destination);
    ~TemporaryFile();
    TemporaryFile(const TemporaryFile &) = delete;
    TemporaryFile &operator=(const TemporaryFile &) = delete;

    QString path() const { return m_path; }
    /// Replaces \a destination in one step. Goes through a symbolic link to what it points to.
    std::optional<Problem> moveTo(const QString &destination);

private:
    QString m_path;
};

} // namespace sweepbench
