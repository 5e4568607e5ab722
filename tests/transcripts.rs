//! Every `transcript` block of protocol.md and README.md, held with the real engine.

use std::io::Write;
use std::process::{Command, Stdio};

/// Sends all the input at once and gives all the output.
fn converse(input: &str) -> String {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_tasseo"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    engine.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = engine.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

fn transcripts(text: &str) -> Vec<&str> {
    let blocks = text.split("```transcript\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap()).collect()
}

fn hold(file: &str) -> usize {
    let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let blocks = transcripts(&text);
    for block in &blocks {
        let side = |mark: &str| {
            let lines = block.lines().filter_map(|line| line.strip_prefix(mark));
            lines.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned() + "\n").collect::<String>()
        };
        assert_eq!(converse(&side(">")), side("<"), "in {file}, the block\n{block}");
    }
    blocks.len()
}

#[test]
fn protocol_md_tells_the_truth() {
    assert!(hold("protocol.md") >= 8);
}

#[test]
fn readme_tells_the_truth() {
    assert!(hold("README.md") >= 1);
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let table = tasseo::protocol::options_table();
    assert!(readme.contains(&table), "the README's table of options should be\n{table}");
}
