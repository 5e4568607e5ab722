//! Compiles the word lists that are shipped to word graphs, which `src/lexicon/library.rs` embeds.

use std::path::Path;

#[path = "src/lexicon/compile.rs"]
#[allow(unreachable_pub, reason = "the library exports the error")]
mod compile;

const SHIPPED: [&str; 2] = ["ENABLE1", "YAWL"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=src/lexicon/compile.rs");
    let out = std::env::var("OUT_DIR")?;
    for name in SHIPPED {
        let list = format!("lexicons/{name}.txt");
        println!("cargo:rerun-if-changed={list}");
        let words = read_words(&list).map_err(|error| format!("{list}: {error}"))?;
        let nodes = compile::compile(&words, &mut |_| {}).map_err(|error| format!("{list}: {error}"))?;
        let bytes: Vec<u8> = nodes.iter().flat_map(|node| node.to_le_bytes()).collect();
        std::fs::write(Path::new(&out).join(name).with_extension("kwg"), bytes)?;
    }
    Ok(())
}

/// The words of a list, as letter numbers: A is 1, Z is 26. The shipped lists have these letters only,
/// and are sorted.
fn read_words(path: &str) -> Result<Vec<Vec<u8>>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(path)?;
    let words = text.lines().filter(|line| compile::WORD_LENGTHS.contains(&line.len()));
    words.map(|line| line.bytes().map(letter_number).collect()).collect()
}

fn letter_number(byte: u8) -> Result<u8, Box<dyn std::error::Error>> {
    if byte.is_ascii_uppercase() {
        Ok(byte - b'A' + 1)
    } else {
        Err(format!("{:?} is not in A to Z", char::from(byte)).into())
    }
}
