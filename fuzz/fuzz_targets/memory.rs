#![cfg_attr(fuzzing, no_main)]

#[cfg(fuzzing)]
libfuzzer_sys::fuzz_target!(|data: &[u8]| ostler_fuzz::memory::memory(data));

#[cfg(not(fuzzing))]
fn main() {
    ostler_fuzz::play_files(ostler_fuzz::memory::memory);
}
