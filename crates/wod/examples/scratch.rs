//! Scratch.
use std::io::Read as _;
#[allow(clippy::all)]
fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for day in text.split("\n=====\n") {
        let library = wod::Library::default();
        let read = wod::parse(day, &library, &wod::Options::default());
        println!("{}\n~~~~~~~~", wod::render::canonical(&read));
    }
}
