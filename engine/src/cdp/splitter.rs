//! Cuts a stream of bytes into messages that each end in a NUL.

/// The longest message that is taken, in bytes. A longer one is skipped, so that no page can fill the memory.
const LONGEST: usize = 256 << 20;

/// The most that is kept for the next message after a long one, in bytes.
const KEPT: usize = 256 << 10;

/// Cuts a stream of bytes into messages that each end in a NUL.
#[derive(Default)]
pub(super) struct Splitter {
    /// The beginning of a message whose end has not come yet.
    held: Vec<u8>,
    /// The message that is coming is too long: drop everything up to its end.
    skipping: bool,
}

impl Splitter {
    /// Takes the bytes that came and hands each message that is now whole to `take`, without its NUL. No byte is
    /// looked at twice.
    pub(super) fn push(&mut self, mut bytes: &[u8], mut take: impl FnMut(&[u8])) {
        while let Some(end) = memchr::memchr(0, bytes) {
            let (message, rest) = (&bytes[..end], &bytes[end + 1..]);
            if self.skipping {
                self.skipping = false;
            } else if self.held.is_empty() {
                take(message);
            } else {
                self.held.extend_from_slice(message);
                take(&self.held);
                self.held.clear();
                self.held.shrink_to(KEPT);
            }
            bytes = rest;
        }
        if self.held.len() + bytes.len() > LONGEST {
            self.skipping = true;
            self.held = Vec::new();
        }
        if !self.skipping {
            self.held.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn messages_come_out_whole_however_the_stream_is_cut(
            messages in vec(vec(1u8.., 0..40), 0..20),
            tail in vec(1u8.., 0..10),
            cuts in vec(1usize..17, 1..60),
        ) {
            let mut stream: Vec<u8> = messages.iter().flat_map(|m| m.iter().copied().chain([0])).collect();
            stream.extend(&tail);
            let mut splitter = Splitter::default();
            let (mut got, mut rest, mut turn) = (Vec::new(), stream.as_slice(), 0);
            while !rest.is_empty() {
                let (chunk, after) = rest.split_at(cuts[turn % cuts.len()].min(rest.len()));
                splitter.push(chunk, |message| got.push(message.to_vec()));
                (rest, turn) = (after, turn + 1);
            }
            prop_assert_eq!(got, messages);
            prop_assert_eq!(splitter.held, tail);
        }
    }

    #[test]
    fn a_message_that_is_too_long_is_skipped_and_the_next_one_comes() {
        let mut splitter = Splitter::default();
        let mut got = Vec::new();
        let chunk = vec![b'x'; 64 << 20];
        for _ in 0..5 {
            splitter.push(&chunk, |message| got.push(message.len()));
        }
        assert!(splitter.held.is_empty());
        splitter.push(b"tail\0next\0", |message| got.push(message.len()));
        assert_eq!(got, [4]);
    }
}
