//! A figure with its goal, with the rows that missed it.
//!
//! A goal that has not been reached yet has a floor besides: what was reached. Falling below the floor fails; being below
//! the goal is printed every time, so that it is not forgotten.

/// How many of how many were right.
pub struct Figure {
    name: &'static str,
    /// In thousandths.
    goal: usize,
    /// In thousandths; the goal itself where it has been reached.
    floor: usize,
    right: usize,
    all: usize,
    misses: Vec<String>,
}

/// How many misses of one figure are printed by name.
const NAMED: usize = 60;

impl Figure {
    /// A figure that must reach `goal` thousandths.
    pub fn new(name: &'static str, goal: usize) -> Self {
        Self {
            name,
            goal,
            floor: goal,
            right: 0,
            all: 0,
            misses: Vec::new(),
        }
    }

    /// Lets it stand below its goal as long as it does not fall below `floor` thousandths.
    #[must_use]
    pub fn not_below(mut self, floor: usize) -> Self {
        self.floor = floor;
        self
    }

    /// Counts one row; `miss` names it if it was not right.
    pub fn count(&mut self, right: bool, miss: impl FnOnce() -> String) {
        self.all += 1;
        if right {
            self.right += 1;
        } else {
            self.misses.push(miss());
        }
    }

    /// Whether the floor is held, and anything was counted at all.
    pub fn holds(&self) -> bool {
        self.reaches(self.floor)
    }

    fn reaches(&self, thousandths: usize) -> bool {
        self.all > 0 && self.right * 1000 >= thousandths * self.all
    }

    /// Prints the misses by name and then the figure itself; says whether the floor is held.
    pub fn print(&self) -> bool {
        for miss in self.misses.iter().take(NAMED) {
            println!("  {}: {miss}", self.name);
        }
        if self.misses.len() > NAMED {
            println!("  {}: and {} more", self.name, self.misses.len() - NAMED);
        }
        // Thousandths, cut off and not rounded: 99.96 % is not 100 %.
        let thousandths = (self.right * 1000).checked_div(self.all).unwrap_or(0);
        println!(
            "{:<34} {:>5} of {:>5}  {:>3}.{} % (goal {}.{} %) {}",
            self.name,
            self.right,
            self.all,
            thousandths / 10,
            thousandths % 10,
            self.goal / 10,
            self.goal % 10,
            match (self.reaches(self.goal), self.holds()) {
                (true, _) => "ok",
                (false, true) => "below the goal, not below what was reached",
                (false, false) => "BELOW what was reached",
            }
        );
        self.holds()
    }
}

#[cfg(test)]
mod tests {
    use super::Figure;

    #[test]
    fn a_figure_holds_at_its_bound_and_not_below_it() {
        let mut figure = Figure::new("x", 995);
        assert!(!figure.holds(), "nothing counted is nothing shown");
        for n in 0..200 {
            figure.count(n != 0, String::new);
        }
        assert!(figure.holds());
        figure.count(false, String::new);
        assert!(!figure.holds());
    }
}
