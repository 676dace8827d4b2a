// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/blob.h"

#include "core/session/sessioncheck.h"

#include <bit>
#include <limits>

namespace sweepbench {

namespace {

constexpr char distributionFormat = 1;
constexpr char seriesFormat = 1;
constexpr qint64 most = std::numeric_limits<qint64>::max();

void appendVarint(QByteArray &bytes, std::uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        bytes.append(static_cast<char>(value | 0x80));
    bytes.append(static_cast<char>(value));
}

void appendVarint(QByteArray &bytes, qint64 value)
{
    appendVarint(bytes, static_cast<std::uint64_t>(value));
}

void appendDouble(QByteArray &bytes, double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 56; shift >= 0; shift -= 8)
        bytes.append(static_cast<char>(bits >> shift));
}

/// Takes values off the front; after the first one that is not there, ok() stays false and every further value is 0.
class Reader
{
public:
    explicit Reader(const QByteArray &bytes) : m_bytes(bytes) {}

    bool ok() const { return m_ok; }
    bool atEnd() const { return m_at == m_bytes.size(); }
    qsizetype left() const { return m_bytes.size() - m_at; }

    std::uint8_t byte()
    {
        if (!m_ok || atEnd()) {
            m_ok = false;
            return 0;
        }
        return static_cast<std::uint8_t>(m_bytes[m_at++]);
    }

    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint64_t part = byte();
            if (shift == 63 && part > 1)
                break; // more than 64 bits
            if (shift > 0 && part == 0)
                break; // longer than need be: not how appendVarint() writes it
            value |= (part & 0x7F) << shift;
            if (part < 0x80)
                return m_ok ? value : 0;
        }
        m_ok = false;
        return 0;
    }

    /// A number that is never negative.
    qint64 whole()
    {
        const std::uint64_t value = varint();
        if (value > static_cast<std::uint64_t>(most))
            m_ok = false;
        return m_ok ? static_cast<qint64>(value) : 0;
    }

    double real()
    {
        std::uint64_t bits = 0;
        for (int i = 0; i < 8; ++i)
            bits = bits << 8 | byte();
        return std::bit_cast<double>(bits);
    }

private:
    const QByteArray &m_bytes;
    qsizetype m_at = 0;
    bool m_ok = true;
};

} // namespace

QByteArray distributionToBlob(const Distribution &distribution)
{
    QByteArray blob;
    blob.reserve(48 + static_cast<qsizetype>(distribution.buckets.size()) * 3);
    blob.append(distributionFormat);
    appendVarint(blob, distribution.count);
    appendVarint(blob, distribution.minNs);
    appendVarint(blob, distribution.maxNs);
    appendDouble(blob, distribution.sumNs);
    appendDouble(blob, distribution.squaredDeviations);
    appendVarint(blob, static_cast<std::uint64_t>(distribution.buckets.size()));
    std::uint32_t previous = 0;
    for (const Distribution::Bucket &bucket : distribution.buckets) {
        appendVarint(blob, static_cast<std::uint64_t>(bucket.index - previous));
        appendVarint(blob, bucket.count);
        previous = bucket.index;
    }
    return blob;
}

std::optional<Distribution> distributionFromBlob(const QByteArray &blob)
{
    Reader reader(blob);
    if (blob.size() > mostBlobBytes || reader.byte() != distributionFormat)
        return std::nullopt;
    Distribution distribution;
    distribution.count = reader.varint();
    distribution.minNs = reader.whole();
    distribution.maxNs = reader.whole();
    distribution.sumNs = reader.real();
    distribution.squaredDeviations = reader.real();
    const std::uint64_t buckets = reader.varint();
    if (!reader.ok() || buckets > static_cast<std::uint64_t>(reader.left()) / 2) // each takes two bytes at least
        return std::nullopt;
    distribution.buckets.reserve(buckets);
    std::uint64_t index = 0;
    for (std::uint64_t i = 0; i < buckets; ++i) {
        const std::uint64_t step = reader.varint();
        if (step > histogramSize)
            return std::nullopt;
        index += step;
        if (index >= histogramSize)
            return std::nullopt;
        distribution.buckets.push_back({static_cast<std::uint32_t>(index), reader.varint()});
    }
    if (!reader.ok() || !reader.atEnd() || !isSane(distribution))
        return std::nullopt;
    return distribution;
}

QByteArray seriesToBlob(const std::vector<SeriesPoint> &series)
{
    QByteArray blob;
    blob.reserve(8 + static_cast<qsizetype>(series.size()) * 24);
    blob.append(seriesFormat);
    appendVarint(blob, static_cast<std::uint64_t>(series.size()));
    qint64 previous = 0;
    for (const SeriesPoint &point : series) {
        blob.append(static_cast<char>(point.warmup ? 1 : 0));
        appendVarint(blob, point.startNs - previous);
        appendVarint(blob, point.spanNs);
        appendVarint(blob, point.requests);
        appendVarint(blob, point.errors);
        appendVarint(blob, point.bytesReceived);
        appendVarint(blob, point.p50Ns + 1);
        appendVarint(blob, point.p99Ns + 1);
        previous = point.startNs;
    }
    return blob;
}

std::optional<std::vector<SeriesPoint>> seriesFromBlob(const QByteArray &blob)
{
    Reader reader(blob);
    if (blob.size() > mostBlobBytes || reader.byte() != seriesFormat)
        return std::nullopt;
    const std::uint64_t points = reader.varint();
    if (!reader.ok() || points > mostSeriesPoints || points > static_cast<std::uint64_t>(reader.left()) / 8)
        return std::nullopt;
    std::vector<SeriesPoint> series;
    series.reserve(points);
    qint64 previous = 0;
    for (std::uint64_t i = 0; i < points; ++i) {
        SeriesPoint point;
        const std::uint8_t flags = reader.byte();
        const qint64 step = reader.whole();
        if (flags > 1 || step > most - previous)
            return std::nullopt;
        point.warmup = flags == 1;
        point.startNs = previous + step;
        point.spanNs = reader.whole();
        point.requests = reader.whole();
        point.errors = reader.whole();
        point.bytesReceived = reader.whole();
        point.p50Ns = reader.whole() - 1;
        point.p99Ns = reader.whole() - 1;
        previous = point.startNs;
        series.push_back(point);
    }
    if (!reader.ok() || !reader.atEnd() || !isSane(series))
        return std::nullopt;
    return series;
}

} // namespace sweepbench
