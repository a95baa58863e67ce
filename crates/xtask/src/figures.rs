//! The page of what was measured.

use std::error::Error;
use std::fs;
use std::io::{Write, stdout};
use std::path::Path;

const PAGE: &str = "docs/benchmarks.md";

/// Changes the page, and says so.
pub(crate) fn write(root: &Path, change: impl FnOnce(&str) -> String) -> Result<(), Box<dyn Error>> {
    let path = root.join(PAGE);
    let page = fs::read_to_string(&path).unwrap_or_else(|_| "# Benchmarks\n".to_owned());
    fs::create_dir_all(root.join("docs"))?;
    fs::write(&path, change(&page))?;
    Ok(writeln!(stdout(), "written to {PAGE}")?)
}

/// The page with one section put in place of the section of the same title, or at its end.
pub(crate) fn with_section(page: &str, title: &str, body: &str) -> String {
    let heading = format!("## {title}");
    let mut kept = String::new();
    let mut inside = false;
    let mut written = false;
    let section = format!("{heading}\n\n{}\n", body.trim_end());
    for line in page.lines() {
        let begins = line.starts_with("## ");
        if inside && begins {
            kept.push('\n');
        }
        inside = line == heading || (inside && !begins);
        if line == heading {
            kept.push_str(&section);
            written = true;
        } else if !inside {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    if written { kept } else { format!("{}\n\n{section}", kept.trim_end()) }
}

/// The text of a section, without its heading; nothing where there is no such section.
pub(crate) fn section<'a>(page: &'a str, title: &str) -> Option<&'a str> {
    let heading = format!("\n## {title}\n");
    let (_, after) = page.split_once(&heading)?;
    Some(after.split("\n## ").next().unwrap_or(after).trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_added_once_and_replaced_afterwards() {
        let first = with_section("# Benchmarks\n\nWords.\n", "A", "one\n");
        assert_eq!(first, "# Benchmarks\n\nWords.\n\n## A\n\none\n");
        let second = with_section(&with_section(&first, "B", "two"), "A", "three");
        assert_eq!(second, "# Benchmarks\n\nWords.\n\n## A\n\nthree\n\n## B\n\ntwo\n");
    }

    #[test]
    fn a_section_is_read_back() {
        let page = with_section(&with_section("# Benchmarks\n", "A", "one"), "B", "two\n\nthree");
        assert_eq!((section(&page, "A"), section(&page, "B")), (Some("one"), Some("two\n\nthree")));
        assert_eq!(section(&page, "C"), None);
    }
}
