//! Mutations of the saved inputs, on the stable compiler: a few thousand by default, always the same ones; as many as
//! fit into `OSTLER_FUZZ_SECONDS` a target if that is set. What breaks a target is saved in `artifacts/TARGET/`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use ostler_fuzz::TARGETS;

const ROUNDS: u32 = 3_000;
const LONGEST: usize = 4_096;

/// Pieces that parsers trip over.
const PIECES: &[&str] = &[
    "\u{0}",
    "\u{feff}",
    "\u{200b}",
    "\u{202e}",
    "\u{301}",
    "ı",
    "İ",
    "ß",
    "٣",
    "３",
    "½",
    "−",
    "\u{a0}",
    "999999999999",
    "-1",
    "1e309",
    "NaN",
    "0x1F",
    "29 February",
    "31/04/2024",
    "24:00",
    "12:60 am",
    "\"",
    "\\ud800",
    "{",
    "[",
    "null",
    "true",
    "\n",
    "\t",
    "e1",
    "f2e3",
    "section-a shipping home tel",
];

/// xorshift64*: chance that is the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, end: usize) -> usize {
        if end == 0 {
            0
        } else {
            (self.roll() % end as u64) as usize
        }
    }
}

fn mutate(input: &[u8], other: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut out = input.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(out.len() + 1);
        match dice.below(7) {
            0 if !out.is_empty() => {
                let at = at % out.len();
                out[at] ^= 1 << dice.below(8);
            }
            1 if !out.is_empty() => {
                let end = (at + 1 + dice.below(8)).min(out.len());
                out.drain(at.min(end)..end);
            }
            2 => {
                let byte = dice.roll().to_le_bytes()[0];
                out.insert(at, byte);
            }
            3 => {
                let piece = PIECES[dice.below(PIECES.len())];
                out.splice(at..at, piece.bytes());
            }
            4 if !out.is_empty() => {
                let from = dice.below(out.len());
                let end = (from + 1 + dice.below(16)).min(out.len());
                let copy = out[from..end].to_vec();
                out.splice(at..at, copy);
            }
            5 => {
                let cut = dice.below(other.len() + 1);
                out.truncate(at);
                out.extend_from_slice(&other[cut..]);
            }
            _ => {
                let digit = b"0123456789"[dice.below(10)];
                if let Some(byte) = out.iter_mut().filter(|byte| byte.is_ascii_digit()).nth(dice.below(4)) {
                    *byte = digit;
                }
            }
        }
    }
    out.truncate(LONGEST);
    out
}

#[test]
fn mutations_of_the_saved_inputs_are_survived() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let seconds: Option<u64> = std::env::var("OSTLER_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    for (name, body) in TARGETS {
        let entries = std::fs::read_dir(root.join("corpus").join(name))
            .into_iter()
            .flatten()
            .flatten();
        let mut seeds: Vec<Vec<u8>> = entries.filter_map(|entry| std::fs::read(entry.path()).ok()).collect();
        seeds.sort();
        let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
        let began = Instant::now();
        let mut rounds = 0_u32;
        while match seconds {
            None => rounds < ROUNDS,
            Some(seconds) => began.elapsed() < Duration::from_secs(seconds),
        } {
            rounds += 1;
            let input = &seeds[dice.below(seeds.len())];
            let other = &seeds[dice.below(seeds.len())];
            let data = mutate(input, other, &mut dice);
            if catch_unwind(AssertUnwindSafe(|| body(&data))).is_err() {
                let folder = root.join("artifacts").join(name);
                std::fs::create_dir_all(&folder).expect("a folder for the finding can be made");
                let file = folder.join(format!("mutation-{rounds}"));
                std::fs::write(&file, &data).expect("the finding can be saved");
                panic!("{name} breaks on {}", file.display());
            }
        }
        println!("{name}: {rounds} mutations in {} ms", began.elapsed().as_millis());
    }
}
