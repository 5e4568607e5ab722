//! Every `transcript` block of protocol.md and README.md, held with the real engine.

mod support;

use support::engine::Engine;

fn transcripts(text: &str) -> Vec<&str> {
    let blocks = text.split("```transcript\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap()).collect()
}

/// How long something took is different every time.
fn without_times(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for at in 1..words.len() {
        let is_timed = ["info score", "info depth", "info endgame", "info infer", "info string belief"]
            .iter()
            .any(|start| line.starts_with(start));
        if ["time", "nps"].contains(&words[at - 1]) && is_timed {
            words[at] = "N";
        }
    }
    words.join(" ")
}

/// The next line, without times. News of a search that are not expected are passed over: how many there are depends on
/// how busy the machine is.
fn next(engine: &Engine, expected: &str) -> String {
    loop {
        let said = without_times(&engine.next());
        let is_news = ["info sim ", "info depth ", "info endgame ", "info peg ", "info infer "]
            .iter()
            .any(|start| said.starts_with(start));
        if !is_news || said == without_times(expected) {
            return said;
        }
    }
}

/// Holds each block line by line: a command is sent when everything before it has been answered.
fn hold(file: &str) -> usize {
    let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let blocks = transcripts(&text);
    for block in &blocks {
        let mut engine = Engine::start();
        for line in block.lines() {
            match (line.strip_prefix("> "), line.strip_prefix("< ")) {
                (Some(command), _) => engine.send(format!("{command}\n")),
                (_, Some(answer)) => {
                    let said = next(&engine, answer);
                    assert_eq!(said, without_times(answer), "in {file}, the block\n{block}");
                }
                _ => panic!("in {file}: {line:?} is neither > nor <"),
            }
        }
        engine.stdin = None;
        assert_eq!(engine.rest(), [""; 0], "more than in {file}, the block\n{block}");
        assert_eq!(engine.end(), "");
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
    let table = tasseo::session::options_table();
    assert!(readme.contains(&table), "the README's table of options should be\n{table}");
}
