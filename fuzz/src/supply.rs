//! Bytes taken as choices, so that an input of a fuzzer is a history. An end of the bytes is an endless row of zeros.

/// The bytes that are left.
pub(crate) struct Supply<'a>(&'a [u8]);

impl<'a> Supply<'a> {
    pub(crate) fn new(data: &'a [u8]) -> Self {
        Self(data)
    }

    /// Whether there is anything left.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub(crate) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { usize::from(self.byte()) % end }
    }

    /// Yes or no.
    pub(crate) fn flip(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// A wait in milliseconds, 0 to about 65 s.
    pub(crate) fn wait(&mut self) -> u64 {
        u64::from(u16::from_le_bytes([self.byte(), self.byte()]))
    }

    /// One of `list`.
    pub(crate) fn one<'b, T>(&mut self, list: &'b [T]) -> &'b T {
        &list[self.below(list.len())]
    }
}
