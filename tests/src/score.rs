//! A figure that must not fall below its bound, with the rows that missed it.

/// How many of how many were right.
pub struct Figure {
    name: &'static str,
    /// In thousandths.
    bound: usize,
    right: usize,
    all: usize,
    misses: Vec<String>,
}

/// How many misses of one figure are printed by name.
const NAMED: usize = 60;

impl Figure {
    /// A figure that must reach `bound` thousandths.
    pub fn new(name: &'static str, bound: usize) -> Self {
        Self {
            name,
            bound,
            right: 0,
            all: 0,
            misses: Vec::new(),
        }
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

    /// Whether the bound is reached, and anything was counted at all.
    pub fn holds(&self) -> bool {
        self.all > 0 && self.right * 1000 >= self.bound * self.all
    }

    /// Prints the misses by name and then the figure itself; says whether the bound is reached.
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
            "{:<34} {:>5} of {:>5}  {:>3}.{} % (at least {}.{} %) {}",
            self.name,
            self.right,
            self.all,
            thousandths / 10,
            thousandths % 10,
            self.bound / 10,
            self.bound % 10,
            if self.holds() { "ok" } else { "BELOW" }
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
