//! A picture of a few numbers.

const BAR: usize = 24;
const GAP: usize = 8;
const HEIGHT: usize = 64;
const INK: [[u8; 3]; 3] = [[0x2b, 0x6c, 0xb0], [0xd6, 0x9e, 0x2e], [0x38, 0xa1, 0x69]];

/// Bars side by side as a PNG, the largest number filling the height.
pub(crate) fn bars(numbers: &[i64]) -> Result<Vec<u8>, png::EncodingError> {
    let width = numbers.len() * (BAR + GAP) + GAP;
    let most = numbers.iter().copied().max().unwrap_or(0).max(1);
    let mut pixels = Vec::with_capacity(width * HEIGHT * 3);
    for y in 0..HEIGHT {
        for x in 0..width {
            pixels.extend(ink(numbers, most, (x, HEIGHT - y)).unwrap_or([0xff; 3]));
        }
    }
    let mut bytes = Vec::new();
    let size = (u32::try_from(width).unwrap_or(1), u32::try_from(HEIGHT).unwrap_or(1));
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&pixels)?;
    writer.finish()?;
    Ok(bytes)
}

/// The colour of a place, where a bar stands there.
fn ink(numbers: &[i64], most: i64, (x, up): (usize, usize)) -> Option<[u8; 3]> {
    let (place, within) = (x / (BAR + GAP), x % (BAR + GAP));
    let number = usize::try_from(*numbers.get(place)?).ok()?;
    let most = usize::try_from(most).ok()?;
    (within >= GAP && up * most <= number * HEIGHT).then(|| INK.get(place).copied().unwrap_or([0; 3]))
}
