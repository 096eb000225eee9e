//! As much of SVG as two panels of lines need.

use std::fmt::{self, Write};

/// A line of a panel.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) colour: &'static str,
    /// Of `stroke-dasharray`, so that the lines differ without colour as well.
    pub(crate) dashes: &'static str,
    /// In the units of the axes, from left to right. A value holds until the next one.
    pub(crate) points: Vec<(f64, f64)>,
}

/// A diagram with its axes.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) x_label: String,
    pub(crate) y_label: String,
    pub(crate) x: (f64, f64),
    pub(crate) series: Vec<Series>,
    /// A part of the x axis, and what is there.
    pub(crate) shade: Option<(f64, f64, String)>,
    /// A line across, and what it means.
    pub(crate) limit: Option<(f64, String)>,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 66.0;
const BOTTOM: f64 = 56.0;

pub(crate) fn document(title: &str, panels: &[Panel]) -> String {
    let mut svg = String::new();
    // Writing to a `String` does not fail.
    let _ = write(title, panels, &mut svg);
    svg
}

fn write(title: &str, panels: &[Panel], out: &mut String) -> fmt::Result {
    let height = panels.iter().fold(0.0, |height, _| height + HEIGHT);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" role=\"img\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#222\">"
    )?;
    writeln!(out, "<title>{}</title>", escaped(title))?;
    writeln!(out, "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>")?;
    let mut top = 0.0;
    for panel in panels {
        writeln!(out, "<g transform=\"translate(0 {top})\">")?;
        panel.write(out)?;
        writeln!(out, "</g>")?;
        top += HEIGHT;
    }
    writeln!(out, "</svg>")
}

impl Panel {
    fn write(&self, out: &mut String) -> fmt::Result {
        let (left, right, top, bottom) = (LEFT, WIDTH - RIGHT, TOP, HEIGHT - BOTTOM);
        let values = self.series.iter().flat_map(|series| &series.points).map(|(_, y)| *y);
        let y_end = values.fold(1.0, f64::max) * 1.05;
        let x_at = |x: f64| {
            let share = (x - self.x.0) / (self.x.1 - self.x.0);
            left + share.clamp(0.0, 1.0) * (right - left)
        };
        let y_at = |y: f64| bottom - y / y_end * (bottom - top);

        let text = |out: &mut String, x: f64, y: f64, anchor: &str, more: &str, text: &str| {
            let text = escaped(text);
            writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\"{more}>{text}</text>"
            )
        };
        let line = |out: &mut String, from: (f64, f64), to: (f64, f64), more: &str| {
            let ((x1, y1), (x2, y2)) = (from, to);
            writeln!(
                out,
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" {more}/>"
            )
        };

        text(out, left, 26.0, "start", " font-size=\"15\" font-weight=\"bold\"", &self.title)?;
        if let Some((from, to, name)) = &self.shade {
            let (x, width, height) = (x_at(*from), x_at(*to) - x_at(*from), bottom - top);
            writeln!(
                out,
                "<rect x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{height}\" \
                 fill=\"#f0ece4\"/>"
            )?;
            text(out, x + 6.0, bottom - 6.0, "start", " fill=\"#777\"", name)?;
        }
        for y in ticks(0.0, y_end) {
            line(out, (left, y_at(y)), (right, y_at(y)), "stroke=\"#ddd\"")?;
            text(out, left - 8.0, y_at(y) + 4.0, "end", "", &format!("{y}"))?;
        }
        for x in ticks(self.x.0, self.x.1) {
            line(out, (x_at(x), bottom), (x_at(x), bottom + 5.0), "stroke=\"#222\"")?;
            text(out, x_at(x), bottom + 20.0, "middle", "", &format!("{x}"))?;
        }
        line(out, (left, bottom), (right, bottom), "stroke=\"#222\"")?;
        line(out, (left, top), (left, bottom), "stroke=\"#222\"")?;
        text(out, f64::midpoint(left, right), HEIGHT - 14.0, "middle", "", &self.x_label)?;
        let middle = f64::midpoint(top, bottom);
        let turned = format!(" transform=\"rotate(-90 22 {middle:.1})\"");
        text(out, 22.0, middle, "middle", &turned, &self.y_label)?;

        if let Some((limit, name)) = &self.limit {
            let y = y_at(*limit);
            line(out, (left, y), (right, y), "stroke=\"#777\" stroke-dasharray=\"2 3\"")?;
            text(out, right - 6.0, y - 5.0, "end", " fill=\"#777\"", name)?;
        }
        for Series { colour, dashes, points, .. } in &self.series {
            write!(
                out,
                "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" \
                 stroke-dasharray=\"{dashes}\" d=\"M{:.1} {bottom:.1}",
                points.first().map_or(left, |(x, _)| x_at(*x))
            )?;
            for (x, y) in points {
                write!(out, "H{:.1}V{:.1}", x_at(*x), y_at(*y))?;
            }
            // The last value holds to the end.
            writeln!(out, "H{right:.1}\"/>")?;
        }
        let mut x = left;
        for Series { name, colour, dashes, .. } in &self.series {
            let more =
                format!("stroke=\"{colour}\" stroke-width=\"3\" stroke-dasharray=\"{dashes}\"");
            line(out, (x, 46.0), (x + 32.0, 46.0), &more)?;
            text(out, x + 40.0, 50.0, "start", "", name)?;
            x += 210.0;
        }
        Ok(())
    }
}

/// Round numbers, some five to ten of them.
fn ticks(from: f64, to: f64) -> Vec<f64> {
    let rough = (to - from) / 8.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough);
    let step = step.unwrap_or(rough);
    let mut ticks = Vec::new();
    let mut number = (from / step).ceil();
    while number * step <= to {
        // Without the dust of the division: steps are powers of ten, or 2 or 5 times that.
        ticks.push((number * step * 1e6).round() / 1e6);
        number += 1.0;
    }
    ticks
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
