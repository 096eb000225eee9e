//! The figures for people, in 80 columns.

use std::io::{self, Write};

use crate::{
    crowd::{self, Arrivals, Clocks, FAST, MOST_OFF, NOT_BEFORE},
    outage::{self, Course, Room},
};

pub(crate) fn crowd(figures: &crowd::Figures, out: &mut impl Write) -> io::Result<()> {
    use crowd::Manner;

    let clients = grouped(figures.clients);
    let (told, off) = (NOT_BEFORE.as_secs(), MOST_OFF.as_millis());
    let (fast, right) = (FAST.as_secs(), (NOT_BEFORE / 2).as_secs());
    writeln!(out, "A. {clients} clients fail within a second; retryNotBefore is {told} s ahead.")?;
    writeln!(out, "   Second attempts: the most in 100 ms, and those that are early by the")?;
    writeln!(out, "   server's clock. The clients' clocks are exact; or off by up to {off} ms;")?;
    writeln!(out, "   or {fast} s fast, until they are put right after {right} s.\n")?;
    let off = format!("off by {off} ms");
    let heads = ["exact", &off, "put right"];
    write!(out, "   {:<19}", "")?;
    for head in heads {
        write!(out, "  {head:>17}")?;
    }
    write!(out, "\n   {:<19}", "")?;
    for _ in Clocks::ALL {
        write!(out, "  {:>8} {:>8}", "most", "early")?;
    }
    writeln!(out)?;
    for manner in Manner::ALL {
        let name = match manner {
            Manner::AtTheTime => "at that time",
            Manner::TimeOrBackoff => "max(time, backoff)",
            Manner::Decision => "decision",
            Manner::DecisionAndList => "  and tools/list",
        };
        write!(out, "   {name:<19}")?;
        for clocks in Clocks::ALL {
            let Arrivals { requests, early, .. } = figures.of(manner, clocks);
            write!(out, "  {:>8} {:>8}", grouped(requests.most()), grouped(*early))?;
        }
        writeln!(out)?;
    }

    writeln!(out, "\n   The decision by how far ahead the time is (clocks exact):\n")?;
    write!(out, "   {:<19}", "seconds ahead")?;
    for wait in crowd::WAITS {
        write!(out, " {wait:>8}")?;
    }
    write!(out, "\n   {:<19}", "most in 100 ms")?;
    for arrivals in &figures.by_wait {
        let share = f64::from(arrivals.requests.most()) / f64::from(figures.clients);
        write!(out, " {:>6.1} %", share * 100.0)?;
    }
    write!(out, "\n   {:<19}", "the last one after")?;
    for arrivals in &figures.by_wait {
        write!(out, " {:>6.1} s", arrivals.last.as_secs_f64())?;
    }
    writeln!(out)
}

pub(crate) fn outage(figures: &outage::Figures, out: &mut impl Write) -> io::Result<()> {
    use outage::Manner;

    let outage::Figures { clients, limit, .. } = figures;
    let seconds = (outage::TO - outage::FROM).as_secs();
    writeln!(
        out,
        "B. {clients} clients make one call a second each; the tool fails for {seconds} s."
    )?;
    writeln!(out, "   Calls a second while it fails, calls for each first attempt, seconds until")?;
    writeln!(out, "   all is normal again, and calls that failed for good.\n")?;
    let [load, peak, times, normal, lost] = ["mean", "peak", "factor", "normal", "lost"];
    writeln!(out, "   {:<30} {load:>8} {peak:>8} {times:>8} {normal:>8} {lost:>8}", "")?;
    for room in Room::ALL {
        match room {
            Room::Ample => writeln!(out, "   the server can take any load")?,
            Room::Tight => writeln!(out, "   it fails while it gets over {limit} a second")?,
        }
        for manner in Manner::ALL {
            let name = match manner {
                Manner::Throttled => "decision",
                Manner::Unthrottled => "decision, no throttle",
                Manner::Loop => "10 retries at once",
            };
            let course = figures.of(manner, room);
            let (mean, peak) = course.load();
            let factor = course.amplification();
            let normal = course.normal_after().map_or("never".to_owned(), |s| format!("{s} s"));
            let (peak, lost) = (grouped(peak), grouped(course.lost));
            writeln!(
                out,
                "     {name:<28} {mean:>8.1} {peak:>8} {factor:>8.2} {normal:>8} {lost:>8}"
            )?;
        }
    }
    let Course { open_again, .. } = figures.of(Manner::Throttled, Room::Ample);
    if let Some(open) = open_again {
        writeln!(
            out,
            "\n   {:.0} s after it, every throttle lets retries through again.",
            open.as_secs_f64()
        )?;
    }
    Ok(())
}

/// With a comma between each three digits.
pub(crate) fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
