// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that charts are put together from: frame with words, panels with axes, lines, markers, words.
// Thread contract: GUI thread.
#pragma once

#include "ui/charts/chartdraw.h"
#include "ui/charts/charttheme.h"

#include <qcustomplot.h>

namespace sweepbench {

struct LegendEntry
{
    QString text;
    std::optional<TargetStyle> marker; ///< a target, else a kind of line; Qt::NoPen: what is shaded
    Qt::PenStyle line = Qt::SolidLine;
    bool hollow = false; ///< the marker
    QColor fill{};       ///< of what is shaded: its own colour
    int target = -1;     ///< whose it is, for a click
    bool faint = false;  ///< hidden at present
};

/// Object name of what is drawn beside QCustomPlot's own parts: it goes when the chart is drawn anew.
QString pixelLayerName();

/// Rectangles, lines, markers and words at pixel positions, drawn in this order.
class PixelLayer : public QCPLayerable
{
public:
    PixelLayer(QCustomPlot *plot, const QString &layer);

    struct Rect { QRectF rect; QColor color; };
    struct Line { QLineF line; QPen pen; };
    struct MarkerAt { QPointF at; TargetStyle style; double size; QColor halo; bool hollow = false; };
    struct Words { QPointF baseline; QString text; QFont font; QColor color; };
    std::vector<Rect> rects;
    std::vector<Line> lines;
    std::vector<MarkerAt> markers;
    std::vector<Words> words;

protected:
    void applyDefaultAntialiasingHint(QCPPainter *painter) const override;
    void draw(QCPPainter *painter) override;
};

/// A filled marker with a \a halo around it, or, where it is \a hollow, its outline filled with the halo's colour.
void drawMarker(QCPPainter &painter, QPointF at, const TargetStyle &style, double size, const QColor &halo, bool hollow = false);

class ChartCanvas
{
public:
    ChartCanvas(QCustomPlot &plot, QSize size, const ChartStyle &style);

    /// Title, legend, notes and caption; gives back what is left for panels.
    QRectF frame(const ChartTexts &texts, const std::vector<LegendEntry> &legend, const QStringList &notes);
    /// Lines of words in the middle of a rectangle, the first one larger.
    void message(const QRectF &rect, const QStringList &lines);

    /// Axes with grid lines at the ticks that have labels. X labels stand below where \a xTitle is given.
    QCPAxisRect *panel(const QRectF &rect, const Scale &x, const std::vector<Tick> &xTicks, const QString &xTitle,
                       const Scale &y, const std::vector<Tick> &yTicks);
    /// Pieces of one line, in the axes' values. A \a dense one goes up and down within its pixels: it is drawn as fine lines without smoothing,
    /// which looks the same and takes a hundredth of the time.
    void lines(QCPAxisRect *rect, const std::vector<std::vector<QPointF>> &pieces, const QPen &pen, bool dense = false);

    /// Words at a position; \a align is which point of the text it is (left/right/centre, top/bottom/centre).
    void text(TextRole role, QPointF at, Qt::Alignment align, const QString &words, const QFont &font, const QColor &color, int target = -1);

    QFont font(double factor, bool bold = false) const;
    static double widthOf(const QString &text, const QFont &font);
    static double heightOf(const QFont &font);
    QCustomPlot &plot() { return m_plot; }
    double unit() const { return m_unit; }
    const ChartStyle &style() const { return m_style; }
    QColor shade() const; ///< laid over what is not to be trusted
    PixelLayer &under() { return *m_under; }
    PixelLayer &inside() { return *m_inside; } ///< over the grid, under the axes
    PixelLayer &over() { return *m_over; }
    ChartGeometry &geometry() { return m_geometry; }

private:
    double header(const ChartTexts &texts, const std::vector<LegendEntry> &legend);
    double legendRows(double top, const std::vector<LegendEntry> &entries);
    void drawSign(QPointF at, const LegendEntry &entry);
    double footer(const ChartTexts &texts, const QStringList &notes);

    QCustomPlot &m_plot;
    ChartStyle m_style;
    QSizeF m_size;
    double m_unit;
    double m_pad;
    PixelLayer *m_under;
    PixelLayer *m_inside;
    PixelLayer *m_over;
    QCPLayoutInset *m_layout;
    ChartGeometry m_geometry;
};

/// "12 000", "0.5": a tick's value with the decimals that its step needs.
QString tickNumber(double value, double step);

} // namespace sweepbench
