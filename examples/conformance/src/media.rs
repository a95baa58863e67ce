//! The smallest picture and sound that clients accept.

use belay::core::Block;

/// A red picture of one pixel.
pub(crate) const PIXEL: &[u8] = include_bytes!("../assets/pixel.png");
/// Two samples of silence.
const SILENCE: &[u8] = include_bytes!("../assets/silence.wav");

/// The picture as a piece of content.
pub(crate) fn pixel() -> Block {
    Block::image(PIXEL, "image/png")
}

/// The sound as a piece of content.
pub(crate) fn silence() -> Block {
    Block::audio(SILENCE, "audio/wav")
}
