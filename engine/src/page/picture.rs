//! Pictures in which what is sensitive is painted over, in the pixels themselves: the page is not touched.

use std::io::Cursor;
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::emulation::{
    ClearDeviceMetricsOverrideParams, SetDeviceMetricsOverrideParams,
};
use ostler_runtime::answer::{Area, Covered};
use ostler_runtime::ask::Question;

use super::ask::PageError;
use super::tab::Tab;

/// How long the page may take to say where things stand.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);

/// So often it is tried to catch the page standing still.
const TRIES: usize = 4;

/// Letters reach a little over the edges of their box.
const MARGIN: f64 = 4.0;

/// What is painted over everything, if the picture is one of three colours.
const PAINT: [u8; 3] = [0x1f, 0x24, 0x2b];

impl Tab {
    /// A PNG of the page, as wide as the window and as high as the page, but at most 6,000 CSS pixels, with these
    /// controls of the top document painted over, with everything that repeats one of `words`, and with all that
    /// cannot be read from the top document, such as frames and canvases. Of that, only `part`. `None` if the page does
    /// not stand still for as long as that takes: then nobody knows what is where.
    ///
    /// # Errors
    /// If the page does not answer.
    pub(crate) async fn covered_screenshot(
        &self,
        elements: Vec<u32>,
        words: Vec<String>,
        part: Part,
    ) -> Result<Option<Vec<u8>>, PageError> {
        let (width, height) = self.whole_size().await?;
        let session = self.top_session();
        // The window itself is made as large as the picture: then what the page says of the places of things holds for
        // the picture, whatever is fixed to an edge of the window.
        let large = SetDeviceMetricsOverrideParams::new(width, height, 0.0, false);
        self.call(Some(&session), &large).await?;
        let outcome = self.catch(&Question::Cover { elements, words }, part).await;
        self.connection()
            .post(Some(&session), &ClearDeviceMetricsOverrideParams::default());
        outcome
    }

    async fn catch(&self, question: &Question, part: Part) -> Result<Option<Vec<u8>>, PageError> {
        let top = self.watch().state().top.clone();
        for _ in 0..TRIES {
            let before: Covered = self.ask(&top, question, self.marks().within(ANSWER_WITHIN)).await?;
            let edges = self.edges(&top, part).await?;
            let png = self.capture(None).await?;
            let still = self.edges(&top, part).await? == edges;
            let after: Covered = self.ask(&top, question, self.marks().within(ANSWER_WITHIN)).await?;
            if before == after
                && still
                && let Some(painted) = paint(&png, &before, edges)
            {
                return Ok(Some(painted));
            }
        }
        Ok(None)
    }

    /// Where `part` is now; nothing for all of the page.
    async fn edges(&self, top: &str, part: Part) -> Result<Option<[f64; 4]>, PageError> {
        match part {
            Part::All => Ok(None),
            Part::Box(edges) => Ok(Some(edges)),
            Part::Thing(element) => {
                let area: Area = self
                    .ask(top, &Question::Area { element }, self.marks().within(ANSWER_WITHIN))
                    .await?;
                if !area.trouble.is_empty() {
                    return Err(PageError::Unloaded);
                }
                Ok(Some([
                    area.left,
                    area.top,
                    area.left + area.width,
                    area.top + area.height,
                ]))
            }
        }
    }
}

/// What of the page a picture shows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// All of it.
    All,
    /// What is between these edges: left, top, right, bottom.
    Box([f64; 4]),
    /// This element of the top document.
    Thing(u32),
}

/// What is between `edges` of `png` with the boxes painted over; nothing if it is no picture of what they were measured
/// in, or if nothing of it is between them.
fn paint(png: &[u8], covered: &Covered, edges: Option<[f64; 4]>) -> Option<Vec<u8>> {
    let mut decoder = png::Decoder::new(Cursor::new(png));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    let samples = info.color_type.samples();
    let (across, down) = (
        f64::from(info.width) / covered.width,
        f64::from(info.height) / covered.height,
    );
    // As many pixels to a CSS pixel one way as the other, but for the rounding of the last one.
    let same = (across - down).abs() * covered.width.max(covered.height) <= 2.0;
    if !same || !across.is_finite() || info.line_size != info.width as usize * samples {
        return None;
    }
    for [left, top, right, bottom] in &covered.boxes {
        let columns = span(left - MARGIN, right + MARGIN, across, info.width);
        for row in span(top - MARGIN, bottom + MARGIN, down, info.height) {
            let start = row * info.line_size;
            let line = pixels.get_mut(start + columns.start * samples..start + columns.end * samples)?;
            for pixel in line.chunks_exact_mut(samples) {
                blacken(pixel);
            }
        }
    }
    let (width, height) = match edges {
        None => (info.width, info.height),
        Some([left, top, right, bottom]) => {
            let (columns, rows) = (
                span(left, right, across, info.width),
                span(top, bottom, down, info.height),
            );
            let mut kept = Vec::new();
            for row in rows.clone() {
                let start = row * info.line_size;
                kept.extend_from_slice(pixels.get(start + columns.start * samples..start + columns.end * samples)?);
            }
            pixels = kept;
            (u32::try_from(columns.len()).ok()?, u32::try_from(rows.len()).ok()?)
        }
    };
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(info.color_type);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels).ok()?;
    writer.finish().ok()?;
    Some(out)
}

/// The pixels from one edge to the other, as far as there are pixels.
fn span(from: f64, to: f64, scale: f64, most: u32) -> std::ops::Range<usize> {
    let most = f64::from(most);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the width or height of a picture; what is no number becomes 0"
    )]
    let at = |edge: f64| edge.clamp(0.0, most) as usize;
    let start = at((from * scale).floor());
    let end = at((to * scale).ceil());
    start..end.max(start)
}

/// One pixel of grey, grey with alpha, RGB or RGBA.
fn blacken(pixel: &mut [u8]) {
    match pixel {
        [grey] => *grey = PAINT[0],
        [grey, alpha] => (*grey, *alpha) = (PAINT[0], u8::MAX),
        [red, green, blue, rest @ ..] => {
            [*red, *green, *blue] = PAINT;
            rest.fill(u8::MAX);
        }
        [] => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: u32, height: u32, color: png::ColorType) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = png::Encoder::new(&mut out, width, height);
        encoder.set_color(color);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        let bytes: Vec<u8> = (0..width as usize * height as usize * color.samples())
            .map(|n| u8::try_from(n % 251).unwrap())
            .collect();
        writer.write_image_data(&bytes).unwrap();
        writer.finish().unwrap();
        out
    }

    fn covered(boxes: &[[f64; 4]]) -> Covered {
        Covered {
            width: 100.0,
            height: 50.0,
            boxes: boxes.to_vec(),
        }
    }

    fn pixels(png: &[u8]) -> (Vec<u8>, usize, usize) {
        let mut reader = png::Decoder::new(Cursor::new(png)).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        (bytes, info.line_size, info.color_type.samples())
    }

    #[test]
    fn a_box_is_of_one_colour_afterwards_and_what_is_around_it_is_as_it_was() {
        for color in [
            png::ColorType::Rgb,
            png::ColorType::Rgba,
            png::ColorType::Grayscale,
            png::ColorType::GrayscaleAlpha,
        ] {
            // Two pixels to a CSS pixel, as on a fine screen.
            let before = picture(200, 100, color);
            let after = paint(
                &before,
                &covered(&[[10.0, 10.0, 30.0, 20.0], [95.0, 40.0, 500.0, 900.0]]),
                None,
            )
            .unwrap();
            let ((old, line, samples), (new, ..)) = (pixels(&before), pixels(&after));
            for y in 0..100 {
                for x in 0..200 {
                    let at = y * line + x * samples;
                    let inside = (12..68).contains(&x) && (12..48).contains(&y) || x >= 182 && y >= 72;
                    let pixel = &new[at..at + samples];
                    if inside {
                        let mut black = pixel.to_vec();
                        blacken(&mut black);
                        assert_eq!(pixel, black, "{x}, {y} of {color:?}");
                    } else {
                        assert_eq!(pixel, &old[at..at + samples], "{x}, {y} of {color:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_picture_of_another_size_is_not_taken_for_one_of_the_page() {
        assert!(paint(&picture(100, 70, png::ColorType::Rgb), &covered(&[]), None).is_none());
        assert!(paint(&picture(100, 50, png::ColorType::Rgb), &Covered::default(), None).is_none());
        assert!(paint(b"no picture", &covered(&[]), None).is_none());
        let odd = covered(&[[f64::NAN, -5.0, f64::INFINITY, 1e300], [50.0, 40.0, 20.0, 10.0]]);
        assert!(paint(&picture(100, 50, png::ColorType::Rgb), &odd, None).is_some());
    }

    #[test]
    fn a_part_is_cut_out_after_it_was_painted() {
        let before = picture(200, 100, png::ColorType::Rgb);
        let boxes = covered(&[[10.0, 10.0, 30.0, 20.0]]);
        let whole = paint(&before, &boxes, None).unwrap();
        let part = paint(&before, &boxes, Some([20.0, 5.0, 60.0, 25.0])).unwrap();
        let ((old, line, samples), (new, width, _)) = (pixels(&whole), pixels(&part));
        assert_eq!((width, new.len()), (80 * samples, 80 * 40 * samples));
        for y in 0..40 {
            let from = (y + 10) * line + 40 * samples;
            assert_eq!(new[y * width..(y + 1) * width], old[from..from + width], "row {y}");
        }
        assert!(
            paint(&before, &boxes, Some([500.0, 5.0, 600.0, 25.0])).is_none(),
            "beyond the page"
        );
    }
}
