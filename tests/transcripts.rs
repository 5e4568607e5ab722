//! Every `transcript` block of protocol.md and README.md, held with the real engine, and the options that protocol.md
//! lists compared with those that it has.
//!
//! In a block `...` alone stands for lines that are left out, and at the end of a line for the rest of it.

mod support;

use support::engine::Engine;

fn transcripts(text: &str) -> Vec<&str> {
    let blocks = text.split("```transcript\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap()).collect()
}

fn document(file: &str) -> String {
    std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).unwrap()
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

/// Whether the engine said what the block has.
fn is_as_told(said: &str, expected: &str) -> bool {
    match expected.strip_suffix("...") {
        Some(start) => said.starts_with(start),
        None => without_times(said) == without_times(expected),
    }
}

/// The line that answers for the expected one. News of a search that are not expected are passed over: how many there
/// are depends on how busy the machine is. So is everything where the block leaves lines out.
fn answer(engine: &Engine, expected: &str, leaves_out: bool) -> String {
    let is_news = |said: &str| {
        ["info sim ", "info depth ", "info endgame ", "info peg ", "info infer "]
            .iter()
            .any(|start| said.starts_with(start))
    };
    let may_pass = |said: &str| leaves_out || is_news(said);
    let is_answer = |said: &str| is_as_told(said, expected) || !may_pass(said);
    engine.until_told(&format!("{expected:?}"), is_answer).pop().unwrap()
}

/// Holds one block line by line: a command is sent when everything before it has been answered.
fn hold_block(file: &str, block: &str) {
    let mut engine = Engine::start();
    let mut leaves_out = false;
    for line in block.lines() {
        match (line.strip_prefix("> "), line.strip_prefix("< ")) {
            (Some(command), _) => engine.send(format!("{command}\n")),
            (_, Some("...")) => leaves_out = true,
            (_, Some(expected)) => {
                let said = answer(&engine, expected, std::mem::take(&mut leaves_out));
                assert!(is_as_told(&said, expected), "{said:?} for {expected:?} in {file}, the block\n{block}");
            }
            _ => panic!("in {file}: {line:?} is neither > nor <"),
        }
    }
    engine.stdin = None;
    assert_eq!(engine.rest(), [""; 0], "more than in {file}, the block\n{block}");
    assert_eq!(engine.end(), "");
}

/// Holds every block of a document, and says how many there are.
fn hold(file: &str) -> usize {
    let text = document(file);
    let blocks = transcripts(&text);
    blocks.iter().for_each(|block| hold_block(file, block));
    blocks.len()
}

#[test]
fn protocol_md_tells_the_truth() {
    assert!(hold("protocol.md") >= 20);
}

#[test]
fn readme_tells_the_truth() {
    assert!(hold("README.md") >= 1);
}

/// What stands between the markers of the option list.
fn listed_options(protocol: &str) -> &str {
    let (_, after) = protocol.split_once("<!-- options -->\n").unwrap();
    after.split_once("<!-- /options -->").unwrap().0.trim()
}

#[test]
fn protocol_md_lists_the_options() {
    let table = tasseo::protocol::options_table();
    let protocol = document("protocol.md");
    assert_eq!(protocol.matches("<!-- options -->").count(), 1);
    assert_eq!(listed_options(&protocol), table.trim(), "between the markers there should be\n{table}");
}

/// Seen from outside: the same names with the same defaults, in the same order.
#[test]
fn the_engine_has_the_options_that_are_listed() {
    let mut engine = Engine::start();
    engine.send("ucgi\n");
    let said = engine.until_told("ucgiok", |line| line == "ucgiok");
    let had = said.iter().filter_map(|line| {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let default = rest.split_once(" default ")?.1.split(" min ").next()?.split(" var ").next()?;
        Some((name.to_owned(), default.replace("<empty>", "")))
    });
    let protocol = document("protocol.md");
    let rows = listed_options(&protocol).lines().skip(2);
    let listed = rows.map(|row| {
        let mut cells = row.split('|').skip(1).map(|cell| cell.trim().trim_matches('`').to_owned());
        (cells.next().unwrap(), cells.next().unwrap())
    });
    assert_eq!(had.collect::<Vec<_>>(), listed.collect::<Vec<_>>());
}
