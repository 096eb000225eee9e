//! The figures as a plot.

use std::time::Duration;

use crate::{
    crowd::{self, BUCKET, Clocks, NOT_BEFORE},
    figures::grouped,
    outage::{self, Room},
    svg::{self, Panel, Series},
};

const BLUE: &str = "#0072b2";
const ORANGE: &str = "#d55e00";
const GREY: &str = "#777777";
const SOLID: &str = "none";

pub(crate) fn draw(crowd: &crowd::Figures, outage: &outage::Figures) -> String {
    let panels = [self::crowd(crowd), self::outage(outage)];
    svg::document("Retries that follow tool failures, and retries that do not", &panels)
}

fn crowd(figures: &crowd::Figures) -> Panel {
    use crowd::Manner;

    let (from, to) = (NOT_BEFORE - Duration::from_secs(1), NOT_BEFORE + Duration::from_secs(5));
    let since = |at: Duration| at.as_secs_f64() - NOT_BEFORE.as_secs_f64();
    let series = |manner, name: &str, colour, dashes| {
        let counts = figures.of(manner, Clocks::Differ).requests.between(from, to);
        let points = (0..).zip(counts).map(|(i, y)| (since(from + BUCKET * i), f64::from(y)));
        Series { name: name.to_owned(), colour, dashes, points: points.collect() }
    };
    Panel {
        title: format!(
            "A. {} clients were told the same retryNotBefore, {} s ahead",
            grouped(figures.clients),
            NOT_BEFORE.as_secs()
        ),
        x_label: "seconds after retryNotBefore, by the server's clock (clients' clocks are off by \
                  up to 0.2 s)"
            .to_owned(),
        y_label: "second attempts per 100 ms".to_owned(),
        x: (since(from), since(to)),
        series: vec![
            series(Manner::AtTheTime, "at that time", GREY, SOLID),
            series(Manner::TimeOrBackoff, "max(time, backoff)", ORANGE, "6 4"),
            series(Manner::Decision, "decision", BLUE, SOLID),
        ],
        shade: Some((since(from), 0.0, "too early".to_owned())),
        limit: None,
    }
}

fn outage(figures: &outage::Figures) -> Panel {
    use outage::{END, FROM, Manner, TO};

    let series = |manner, name: &str, colour, dashes| {
        let calls = &figures.of(manner, Room::Tight).calls;
        let points = calls.all().filter(|(at, _)| *at < END);
        let points = points.map(|(at, y)| (at.as_secs_f64(), f64::from(y))).collect();
        Series { name: name.to_owned(), colour, dashes, points }
    };
    let limit = figures.limit;
    Panel {
        title: format!(
            "B. {} clients, one call a second each; the tool fails for a minute",
            grouped(figures.clients)
        ),
        x_label: "seconds".to_owned(),
        y_label: "calls per second at the server".to_owned(),
        x: (0.0, END.as_secs_f64()),
        series: vec![
            series(Manner::Loop, "10 retries at once", GREY, SOLID),
            series(Manner::Unthrottled, "decision, no throttle", ORANGE, "6 4"),
            series(Manner::Throttled, "decision", BLUE, SOLID),
        ],
        shade: Some((FROM.as_secs_f64(), TO.as_secs_f64(), "the tool fails".to_owned())),
        limit: Some((f64::from(limit), "every call fails while there are more than this".into())),
    }
}
