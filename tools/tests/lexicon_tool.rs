//! The tool `lexicon` from outside: what it prints, its exit status, and that it leaves files alone when it fails.

mod support;

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use support::{Tool, files, folder, path};

const LEXICON: Tool = Tool { name: "lexicon", binary: env!("CARGO_BIN_EXE_lexicon") };

#[test]
fn compile_then_export_gives_the_words_back_sorted() {
    let data = folder("compile", &[("pets.txt", &format!("dog\nCat\ncat\na\n{}\n", "Z".repeat(256)))]);
    let summary = LEXICON.out(&["compile", &path(&data, "pets.txt")]);
    assert!(summary.starts_with(&format!("{}: 2 words, ", path(&data, "pets.kwg"))), "{summary}");
    let skipped: Vec<&str> = summary.lines().skip(1).collect();
    assert_eq!(skipped, ["left out, of one letter: 1", "left out, of more than 255 letters: 1", "repeated: 1"]);
    assert_eq!(files(&data), ["pets.kwg", "pets.txt"]);
    assert_eq!(LEXICON.out(&["export", "--lexicon", &path(&data, "pets.kwg")]), "CAT\nDOG\n");
    assert_eq!(
        LEXICON.out(&["export", "-l", "PETS", "--data-path", data.to_str().unwrap(), "-o", &path(&data, "x.txt")]),
        ""
    );
    assert_eq!(std::fs::read_to_string(data.join("x.txt")).unwrap(), "CAT\nDOG\n");
}

#[test]
fn compile_writes_where_it_is_told_and_for_the_alphabet_it_is_told() {
    let data = folder("spanish", &[("es.txt", "chal\nñu\n")]);
    LEXICON.out(&["compile", &path(&data, "es.txt"), "-o", &path(&data, "pocas.kwg"), "--distribution", "spanish"]);
    let pocas = path(&data, "pocas.kwg");
    assert_eq!(LEXICON.out(&["export", "--lexicon", &pocas, "--distribution", "spanish"]), "[CH]AL\nÑU\n");
    assert_eq!(LEXICON.out(&["anagram", "UÑ", "--lexicon", &pocas, "--distribution", "spanish"]), "ÑU\n");
}

#[test]
fn a_failed_compile_leaves_everything_as_it_was() {
    let data =
        folder("failed", &[("bad.txt", "CAT\nD0G\n"), ("none.txt", "A\n"), ("good.txt", "CAT\n"), ("out.kwg", "old")]);
    let target = path(&data, "out.kwg");
    let at = |file| path(&data, file);
    let bad = LEXICON.err(&["compile", &at("bad.txt"), "-o", &target]);
    assert_eq!(bad, format!("{}: line 2: \"D0G\": \"0\" is not a letter of this alphabet", at("bad.txt")));
    assert_eq!(
        LEXICON.err(&["compile", &at("none.txt"), "-o", &target]),
        format!("{}: there are no words", at("none.txt"))
    );
    let missing = LEXICON.err(&["compile", &at("missing.txt"), "-o", &target]);
    assert!(missing.starts_with(&format!("{}: No such file", at("missing.txt"))), "{missing}");
    let same = LEXICON.err(&["compile", &at("good.txt"), "-o", &at("good.txt")]);
    assert_eq!(same, format!("{}: the word graph would replace the word list", at("good.txt")));
    let nowhere = LEXICON.err(&["compile", &at("good.txt"), "-o", &at("no/such/folder.kwg")]);
    assert!(nowhere.starts_with(&at("no/such/folder.kwg")), "{nowhere}");
    let klingon = LEXICON.err(&["compile", &at("good.txt"), "-o", &target, "--distribution", "klingon"]);
    assert!(klingon.starts_with("no letter distribution \"klingon\"; there are english, "), "{klingon}");
    std::fs::create_dir(data.join("a folder.kwg")).unwrap();
    LEXICON.err(&["compile", &at("good.txt"), "-o", &at("a folder.kwg")]);

    assert_eq!(files(&data), ["a folder.kwg", "bad.txt", "good.txt", "none.txt", "out.kwg"]);
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "old");
    assert_eq!(std::fs::read_to_string(data.join("good.txt")).unwrap(), "CAT\n");
}

/// A link is followed; what is no plain file, or read-only, is left alone.
#[cfg(unix)]
#[test]
fn compile_writes_plain_files_only() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let data = folder("plain", &[("good.txt", "CAT\n"), ("real.kwg", "old"), ("locked.kwg", "old")]);
    let at = |file| path(&data, file);
    symlink(at("real.kwg"), at("link.kwg")).unwrap();
    LEXICON.out(&["compile", &at("good.txt"), "-o", &at("link.kwg")]);
    assert!(std::fs::symlink_metadata(at("link.kwg")).unwrap().is_symlink());
    assert_eq!(LEXICON.out(&["export", "-l", &at("real.kwg")]), "CAT\n");
    std::fs::set_permissions(at("locked.kwg"), std::fs::Permissions::from_mode(0o444)).unwrap();
    let error = LEXICON.err(&["compile", &at("good.txt"), "-o", &at("locked.kwg")]);
    assert_eq!(error, format!("{}: read-only; nothing was written", at("locked.kwg")));
    let pipe = std::process::Command::new("mkfifo").arg(at("pipe.kwg")).status();
    if pipe.is_ok_and(|status| status.success()) {
        let error = LEXICON.err(&["compile", &at("good.txt"), "-o", &at("pipe.kwg")]);
        assert_eq!(error, format!("{}: not a plain file; nothing was written", at("pipe.kwg")));
    }
}

#[test]
fn check_says_it_of_each_word_and_by_its_status() {
    assert_eq!(LEXICON.out(&["check", "quiz", "TEA"]), "QUIZ valid\nTEA valid\n");
    let mixed = LEXICON.run(&["check", "QUIZ", "QUIXZ", "qi"]);
    assert_eq!((mixed.status, mixed.out.as_str()), (1, "QUIZ valid\nQUIXZ not valid\nQI not valid\n"));
    assert_eq!(LEXICON.out(&["check", "--lexicon", "yawl", "QI"]), "QI valid\n");
    let unspelled = LEXICON.run(&["check", "TEA", "QU1Z"]);
    let expected = "TEA valid\nQU1Z not valid: \"1\" is not a letter of this alphabet\n";
    assert_eq!((unspelled.status, unspelled.out.as_str()), (1, expected));
    assert_eq!(LEXICON.run(&["check"]).status, 2);
}

#[test]
fn anagram_shows_blanks_in_lower_case() {
    assert_eq!(LEXICON.out(&["anagram", "ZIUQ"]), "QUIZ\n");
    assert_eq!(LEXICON.out(&["anagram", "?IUQ"]), "QUaI\nQUId\nQUIn\nQUIp\nQUIt\nQUIz\n");
    assert_eq!(LEXICON.out(&["anagram", "BCDF"]), "");
    assert_eq!(LEXICON.out(&["anagram", "tac", "--sub"]), "AT\nTA\nACT\nCAT\n");
    assert_eq!(LEXICON.err(&["anagram", "A1"]), "\"A1\": \"1\" is not a letter of this alphabet");
    assert_eq!(LEXICON.err(&["anagram", ""]), "0 tiles; there must be 1 to 250");
    assert_eq!(LEXICON.err(&["anagram", &"E".repeat(300)]), "300 tiles; there must be 1 to 250");
}

#[test]
fn info_tells_where_a_lexicon_comes_from() {
    let shipped = LEXICON.out(&["info"]);
    for line in ["name          ENABLE1", "source        comes with Tasseo", "words         172820", "   2 letters  96"]
    {
        assert!(shipped.lines().any(|found| found == line), "{line:?} in {shipped}");
    }
    let data = folder("info", &[("pets.txt", "CAT\nDOG\nOX\n"), ("pets.klv2", "")]);
    let pets = LEXICON.out(&["info", "--lexicon", "pets", "--data-path", &format!("src;{}", data.display())]);
    for line in [
        "name          pets".to_owned(),
        format!("source        {}, compiled when loaded", path(&data, "pets.txt")),
        "distribution  english (26 letters)".to_owned(),
        format!("leaves        {}", path(&data, "pets.klv2")),
        "words         3".to_owned(),
        "   2 letters  1".to_owned(),
        "   3 letters  2".to_owned(),
    ] {
        assert!(pets.lines().any(|found| found == line), "{line:?} in {pets}");
    }
}

#[test]
fn lexicons_that_cannot_be_had_give_one_line() {
    let data = folder("cannot", &[("PETS.txt", "CAT\n"), ("BAD.kwg", "no word graph")]);
    let at = data.to_str().unwrap();
    let unknown = LEXICON.err(&["info", "--lexicon", "TWL99", "--data-path", at]);
    assert_eq!(unknown, "no lexicon \"TWL99\"; there are ENABLE1, YAWL, BAD, PETS");
    assert!(LEXICON.err(&["info", "--lexicon", "../PETS", "--data-path", at]).starts_with("\"../PETS\" is a path"));
    assert!(
        LEXICON
            .err(&["info", "--lexicon", "BAD", "--data-path", at])
            .starts_with(&path(&data, "BAD.kwg: 13 bytes cannot be"))
    );
}

/// Like `lexicon export | head -1`.
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = LEXICON.command().arg("export").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let output = support::finish(child, "lexicon export");
    assert_eq!((first.as_str(), output.status.code()), ("AA\n", Some(0)));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[test]
fn help_has_examples() {
    let help = LEXICON.out(&["--help"]);
    assert!(help.contains("lexicon anagram AEINRT?") && help.contains("lexicon compile MYLIST.txt"), "{help}");
}
