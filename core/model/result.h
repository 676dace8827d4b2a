// SPDX-License-Identifier: GPL-3.0-or-later
// Thread contract: plain values, free to copy between threads.
#pragma once

#include <QString>

#include <optional>
#include <utility>
#include <variant>

namespace sweepbench {

/// What is wrong with one input: the field it is about and one sentence that says what was given and what would be right.
struct Problem
{
    QString field; ///< as the user knows it: "connections", "targets[1].url", "--header"
    QString text;  ///< one sentence without a final full stop
    bool operator==(const Problem &) const = default;
    /// "field: text", the one line that is shown.
    QString line() const { return field.isEmpty() ? text : field + QStringLiteral(": ") + text; }
};

/// A value, or the Problem that prevented it.
template<typename T>
class Result
{
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Problem problem) : m_state(std::in_place_index<1>, std::move(problem)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }
    const T &value() const & { return std::get<0>(m_state); }
    T &value() & { return std::get<0>(m_state); }
    T &&value() && { return std::get<0>(std::move(m_state)); }
    const T &operator*() const { return value(); }
    T &operator*() { return value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }
    const Problem &problem() const { return std::get<1>(m_state); }

private:
    std::variant<T, Problem> m_state;
};

} // namespace sweepbench
