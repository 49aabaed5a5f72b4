//! What to do next on a picker as it is shown, for one thing to choose.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use chrono::{Datelike, NaiveDate};

use super::{Cell, Day, Effect, Goal, Inner, Shown, Way};
use crate::form::model::Piece;
use crate::form::value::date::{self, Hints};
use crate::form::value::{Context, month};
use crate::widget::clock;

/// So many months are turned one by one before the view is widened.
const FEW: i32 = 4;
/// So many months are gone by a year at a time where there is a button for it.
const YEAR: i32 = 11;

/// What to do for a goal on a picker as it is.
pub(super) enum Move {
    /// This, and look again.
    Do(Effect),
    /// This, and the goal is reached.
    Reach(Effect),
    /// Nothing: the goal is reached.
    Reached,
    /// The picker does not offer it: why.
    NotOffered(String),
    /// It cannot be told what the picker shows.
    Unread,
}

impl Inner {
    pub(super) fn step(&mut self, goal: Goal, shown: &Shown) -> Move {
        match goal {
            Goal::Day(day) => self.day(day, shown),
            Goal::Month(year, month) if shown.days.is_empty() => self.wide(year, month, shown, true),
            // A picker of days chooses no month.
            Goal::Month(..) => Move::Unread,
            Goal::Time(time) => match clock::turn(&shown.clock, time, &self.clock) {
                clock::Turn::Done => Move::Reached,
                clock::Turn::Do(effect, part) => {
                    self.clock.note(part);
                    Move::Do(effect)
                }
                clock::Turn::Last(effect) => Move::Reach(effect),
                clock::Turn::NotOffered(why) => Move::NotOffered(why),
                clock::Turn::Unread => Move::Unread,
            },
        }
    }

    fn day(&mut self, day: NaiveDate, shown: &Shown) -> Move {
        let context = Context::default();
        let press = |cell: &Day| {
            if cell.disabled {
                Move::NotOffered("it shows that day, and as one that cannot be chosen".to_string())
            } else {
                Move::Reach(Effect::Press(cell.element))
            }
        };
        let says = |cell: &&Day| date::parse(&cell.name, &context, Hints::default()) == Ok(day);
        if let Some(cell) = shown.days.iter().filter(|cell| !cell.name.is_empty()).find(says) {
            return press(cell);
        }
        if shown.days.is_empty() {
            return if shown.cells.is_empty() {
                self.lists(day, shown)
            } else {
                self.wide(day.year(), day.month(), shown, false)
            };
        }
        let Some((year, month)) = month_shown(shown) else {
            return Move::Unread;
        };
        if (year, month) == (day.year(), day.month()) {
            let text = format!("{}", day.day());
            let mut fitting = shown
                .days
                .iter()
                .filter(|cell| !cell.outside && cell.text.trim().trim_start_matches('0') == text);
            return match (fitting.next(), fitting.next()) {
                (Some(cell), None) => press(cell),
                _ => Move::Unread,
            };
        }
        let apart = (day.year() - year) * 12 + number(day.month()) - number(month);
        let mut ways: Vec<(Way, Option<Effect>)> = Vec::new();
        if year == day.year() {
            let list = shown.month;
            ways.push((
                Way::MonthList,
                list.map(|list| Effect::Choose(list, Piece::Month, number(day.month()))),
            ));
        } else {
            ways.push((
                Way::YearList,
                shown.year.map(|list| Effect::Choose(list, Piece::Year, day.year())),
            ));
            ways.push((
                Way::YearBox,
                shown.year_box.map(|it| Effect::Type(it, day.year().to_string())),
            ));
            if apart.abs() > FEW {
                ways.push((Way::Up, shown.up.map(Effect::Press)));
            }
            if apart.abs() > YEAR {
                let leap = if apart > 0 { shown.year_on } else { shown.year_back };
                ways.push((Way::Leap, leap.map(Effect::Press)));
            }
        }
        let turn = if apart > 0 { shown.next } else { shown.previous };
        ways.push((Way::Turn, turn.map(Effect::Press)));
        self.first(ways, shown)
    }

    /// The first way that is there and has not failed.
    fn first(&mut self, ways: Vec<(Way, Option<Effect>)>, shown: &Shown) -> Move {
        for (way, effect) in ways {
            if let (Some(effect), false) = (effect, self.failed.contains(&way)) {
                self.last = Some((way, face(shown)));
                return Move::Do(effect);
            }
        }
        Move::NotOffered(format!("it cannot be turned on from {}", shown.header))
    }

    /// Months or years to press. With `last`, pressing the month is all there is to do.
    fn wide(&mut self, year: i32, month: u32, shown: &Shown, last: bool) -> Move {
        if shown.cells.is_empty() {
            return if shown.month.is_some() && shown.year.is_some() {
                self.month_lists(year, month, shown)
            } else {
                Move::Unread
            };
        }
        let years: Vec<(i32, &Cell)> = shown
            .cells
            .iter()
            .filter_map(|cell| Some((year_of(&cell.text)?, cell)))
            .collect();
        if years.len() == shown.cells.len() {
            return self.year(year, &years, shown);
        }
        let context = Context::default();
        let of_header = year_of(&shown.header);
        let told = |cell: &Cell| {
            month::parse(&cell.name, &context, Hints::default())
                .ok()
                .or_else(|| Some((of_header?, month::by_name(&cell.text, &context)?)))
        };
        let months: Vec<((i32, u32), &Cell)> = shown
            .cells
            .iter()
            .filter_map(|cell| Some((told(cell)?, cell)))
            .collect();
        let all = months.len() == 12 && months.iter().zip(1..).all(|(((_, own), _), number)| *own == number);
        let Some(((now, _), _)) = months.first().filter(|_| all) else {
            return Move::Unread;
        };
        if *now == year {
            let cell = months
                .iter()
                .find(|((own, number), _)| *own == year && *number == month);
            return match cell {
                Some((_, cell)) if cell.disabled => {
                    Move::NotOffered("it shows that month, and as one that cannot be chosen".to_string())
                }
                Some((_, cell)) if last => Move::Reach(Effect::Press(cell.element)),
                Some((_, cell)) => Move::Do(Effect::Press(cell.element)),
                None => Move::Unread,
            };
        }
        let apart = year - now;
        let mut ways = Vec::from([
            (
                Way::YearList,
                shown.year.map(|list| Effect::Choose(list, Piece::Year, year)),
            ),
            (
                Way::YearBox,
                shown.year_box.map(|it| Effect::Type(it, year.to_string())),
            ),
        ]);
        if apart.abs() > FEW {
            ways.push((Way::Up, shown.up.map(Effect::Press)));
        }
        let turn = if apart > 0 { shown.next } else { shown.previous };
        ways.push((Way::Turn, turn.map(Effect::Press)));
        self.first(ways, shown)
    }

    fn year(&mut self, year: i32, years: &[(i32, &Cell)], shown: &Shown) -> Move {
        if let Some((_, cell)) = years.iter().find(|(own, _)| *own == year) {
            return if cell.disabled {
                Move::NotOffered("it shows that year, and as one that cannot be chosen".to_string())
            } else {
                Move::Do(Effect::Press(cell.element))
            };
        }
        let before = years.iter().all(|(own, _)| *own > year);
        let turn = if before { shown.previous } else { shown.next };
        self.first([(Way::Turn, turn.map(Effect::Press))].into(), shown)
    }

    /// A day, a month and a year in native lists and nothing to press.
    fn lists(&mut self, day: NaiveDate, shown: &Shown) -> Move {
        let (Some(days), Some(months), Some(years)) = (shown.day, shown.month, shown.year) else {
            return Move::Unread;
        };
        self.set_lists(&[
            (Piece::Year, years, day.year()),
            (Piece::Month, months, number(day.month())),
            (Piece::Day, days, number(day.day())),
        ])
    }

    fn month_lists(&mut self, year: i32, month: u32, shown: &Shown) -> Move {
        let (Some(months), Some(years)) = (shown.month, shown.year) else {
            return Move::Unread;
        };
        self.set_lists(&[(Piece::Year, years, year), (Piece::Month, months, number(month))])
    }

    fn set_lists(&mut self, lists: &[(Piece, u32, i32)]) -> Move {
        for (piece, list, number) in lists {
            if !self.listed.contains(piece) {
                self.listed.push(*piece);
                return Move::Do(Effect::Choose(*list, *piece, *number));
            }
        }
        Move::Reached
    }
}

/// The month whose days are shown: by the header, or else by what its days say of themselves.
fn month_shown(shown: &Shown) -> Option<(i32, u32)> {
    let context = Context::default();
    let by_header = month::parse(&shown.header, &context, Hints::default()).ok();
    by_header.or_else(|| {
        let own = shown
            .days
            .iter()
            .filter(|cell| !cell.outside && cell.text.trim() == "15");
        let mut dates = own.filter_map(|cell| date::parse(&cell.name, &context, Hints::default()).ok());
        match (dates.next(), dates.next()) {
            (Some(day), None) => Some((day.year(), day.month())),
            _ => None,
        }
    })
}

/// What tells whether a picker was turned.
pub(super) fn face(shown: &Shown) -> String {
    let first = shown.cells.first().map_or("", |cell| cell.text.as_str());
    format!("{} {first} {}", shown.header, shown.days.len())
}

/// The one year of four digits in a text: `2027` of `2027 ▾`, none of `2020–2029`.
fn year_of(text: &str) -> Option<i32> {
    let mut runs = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| digits.len() == 4)
        .map(str::parse);
    match (runs.next(), runs.next()) {
        (Some(Ok(year)), None) => Some(year),
        _ => None,
    }
}

fn number(part: u32) -> i32 {
    i32::try_from(part).unwrap_or(0)
}
