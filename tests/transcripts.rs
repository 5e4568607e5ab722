//! What the documents say, compared with what is there: every `transcript` block of protocol.md and README.md is held
//! with the real engine, the options that protocol.md lists are those that it has, and the types that the glossary names
//! exist.
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
    let table = tasseo::session::options_table();
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

/// All source text of a module, `name.rs` or whatever is below `name/`.
fn source(folder: &str, module: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut text = std::fs::read_to_string(folder.join(format!("{module}.rs"))).unwrap_or_default();
    let mut folders = vec![folder.join(module)];
    while let Some(entries) = folders.pop().map(std::fs::read_dir) {
        for path in entries.into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if path.is_dir() { folders.push(path) } else { text += &std::fs::read_to_string(path).unwrap() }
        }
    }
    text
}

/// Whether there is a type or a function of this name.
fn declares(text: &str, name: &str) -> bool {
    ["struct", "enum", "trait", "type", "fn"].iter().any(|kind| {
        let declaration = format!("{kind} {name}");
        let mut rests = text.match_indices(&declaration).map(|(at, found)| &text[at + found.len()..]);
        rests.any(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
    })
}

/// Each `module::Name` of the last column is declared in that module.
#[test]
fn the_glossary_names_what_there_is() {
    let glossary = document("docs/glossary.md");
    let rows: Vec<&str> = glossary.lines().skip_while(|line| !line.starts_with("|---")).skip(1).collect();
    assert!(rows.len() >= 60);
    for row in &rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert!(cells.len() == 5 && !cells[3].is_empty(), "{row}");
        for path in cells[3].split(", ").map(|path| path.trim_matches('`')) {
            let (module, name) = path.split_once("::").unwrap_or_else(|| panic!("{path} in {row}"));
            let text = if module == "tools" { source("tools", "src") } else { source("src", module) };
            assert!(declares(&text, name), "no {path}: {row}");
        }
    }
    let words: Vec<String> = rows.iter().map(|row| row.split('|').nth(1).unwrap().trim().to_lowercase()).collect();
    assert!(words.is_sorted(), "the words are not in order: {words:?}");
}
