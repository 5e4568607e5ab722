//! Lexicons by name: what is shipped, what lies in the user's folders, and what is refused.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tasseo::data_path::DataPath;
use tasseo::evaluate::{Equity, Leaves, ValueKind, ValueLibrary, ValueSource, WinChance};
use tasseo::game::{Catalogue, Distribution, english};
use tasseo::lexicon::{Lexicon, Library, Source, WordList, kwg};

/// A new folder with these files; each holds a lexicon, or else the text given.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let bytes = match file.ends_with(".kwg") {
            true => kwg::write(Lexicon::from_words("", &english(), text).unwrap().graph()),
            false => text.as_bytes().to_vec(),
        };
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

fn words(lexicon: &Lexicon) -> Vec<String> {
    lexicon.graph().words().map(|word| english().alphabet().write_word(&word)).collect()
}

fn load_error(library: &Library, name: &str) -> String {
    library.load(name, &english()).unwrap_err().to_string()
}

/// The shipped graphs are trusted when they are loaded, so they are checked here.
#[test]
fn shipped_lexicons_are_what_their_lists_say() {
    for (name, words, of_15) in [("ENABLE1", 172_820, 168_548), ("YAWL", 264_097, 257_150)] {
        let lexicon = Library::default().load(name, &english()).unwrap();
        let text = std::fs::read(format!("lexicons/{name}.txt")).unwrap();
        let list = WordList::read(&text, english().alphabet()).unwrap();
        assert_eq!((list.words().len(), list.too_short(), list.too_long(), list.duplicates()), (words, 0, 0, 0));
        assert_eq!(list.words().iter().filter(|word| word.len() <= 15).count(), of_15);
        assert_eq!(lexicon.graph(), &list.compile(&mut |_| {}).unwrap());
        assert_eq!(lexicon.graph().word_count(), words);
        assert_eq!(kwg::read(&kwg::write(lexicon.graph()), &english()).as_ref(), Ok(lexicon.graph()));
        assert_eq!((lexicon.name(), lexicon.source()), (name, &Source::Embedded));
        let leaves = ValueLibrary::default().for_lexicon(ValueKind::Leaves, &lexicon);
        assert!(matches!(leaves, Some(ValueSource::Shipped(shipped)) if shipped.name == "ENABLE1"));
    }
}

#[test]
fn names_may_be_in_any_case() {
    let data = folder("case", &[("Pets.txt", "CAT\n"), ("PETS2.kwg", "DOG\n")]);
    let library = Library::new(DataPath::new(vec![data]));
    assert_eq!(library.load("yawl", &english()).unwrap().name(), "YAWL");
    assert_eq!(library.load("pets", &english()).unwrap().name(), "Pets");
    assert_eq!(library.load("Pets2", &english()).unwrap().name(), "PETS2");
}

#[test]
fn folders_come_first_in_their_order_and_graphs_before_lists() {
    let one = folder("one", &[("A.txt", "CAT\n"), ("lexica/B.kwg", "CAR\n"), ("lexica/gaddag/C.kwg", "CAB\n")]);
    let two = folder("two", &[("A.kwg", "DOG\n"), ("B.txt", "DIG\n"), ("D.txt", "DAG\n"), ("D.kwg", "DEN\n")]);
    let three = folder("three", &[("enable1.txt", "EEL\n")]);
    let library = Library::new(DataPath::new(vec![one.clone(), "no such folder".into(), two.clone(), three]));
    let loaded = |name| words(&library.load(name, &english()).unwrap());
    for (name, word) in [("A", "CAT"), ("B", "CAR"), ("C", "CAB"), ("D", "DEN"), ("ENABLE1", "EEL")] {
        assert_eq!(loaded(name), [word], "{name}");
    }
    assert_eq!(library.load("A", &english()).unwrap().source(), &Source::Text(one.join("A.txt")));
    assert_eq!(library.load("D", &english()).unwrap().source(), &Source::Compiled(two.join("D.kwg")));
    assert_eq!(library.names(), ["ENABLE1", "YAWL", "A", "B", "C", "D"]);
}

#[test]
fn leave_values_are_found_but_not_read() {
    let data = folder("leaves", &[("PETS.txt", "CAT\n"), ("lexica/PETS.klv2", "x"), ("ENABLE1.klv2", "x")]);
    let file = |name: &str| Some(ValueSource::File(data.join(name)));
    let library = Library::new(DataPath::new(vec![data.clone()]));
    let values = ValueLibrary::new(DataPath::new(vec![data.clone()]));
    let leaves_of = |name, tiles: &Arc<Distribution>| {
        let lexicon = library.load(name, tiles).unwrap();
        values.for_lexicon(ValueKind::Leaves, &lexicon)
    };
    assert_eq!(leaves_of("PETS", &english()), file("lexica/PETS.klv2"));
    assert_eq!(leaves_of("enable1", &english()), file("ENABLE1.klv2"));
    let yawl = library.load("YAWL", &english()).unwrap();
    assert!(Leaves::find(&values, &yawl).unwrap().is_some(), "those that come with the engine");
    let catalan = Catalogue::default().distribution("catalan").unwrap();
    assert_eq!(leaves_of("PETS", &catalan), file("lexica/PETS.klv2"));
    std::fs::remove_file(data.join("lexica/PETS.klv2")).unwrap();
    assert_eq!(leaves_of("PETS", &catalan), None, "those of the engine are for English tiles");
}

#[test]
fn win_chances_lie_where_leave_values_do() {
    let table = ",1\n1,0.6\n0,0.5\n-1,0.4\n";
    let files = [("PETS.txt", "CAT\n"), ("lexica/pets.winpct", table), ("ENABLE1.winpct", "1,2\n")];
    let data = folder("win_chances", &files);
    let library = Library::new(DataPath::new(vec![data.clone()]));
    let values = ValueLibrary::new(DataPath::new(vec![data.clone()]));
    let beside = |name| WinChance::find(&values, &library.load(name, &english()).unwrap());
    assert_eq!(beside("PETS").unwrap().unwrap().on_turn(Equity::ZERO, 1), 0.5);
    assert!(beside("YAWL").unwrap().is_some(), "those that come with the engine");
    let error = beside("ENABLE1").unwrap_err().to_string();
    assert_eq!(
        error,
        format!("{}: line 1: column 2 should be headed 1, not \"2\"", data.join("ENABLE1.winpct").display())
    );
    let file = Library::load_file(&data.join("PETS.txt"), &english()).unwrap();
    let own = || ValueLibrary::default().for_lexicon(ValueKind::WinChance, &file);
    assert!(matches!(own(), Some(ValueSource::Shipped(_))), "a file's own are those beside it");
    std::fs::write(data.join("PETS.winpct"), table).unwrap();
    assert_eq!(own(), Some(ValueSource::File(data.join("PETS.winpct"))));
}

#[test]
fn values_have_names_of_their_own() {
    let data = folder("named_values", &[("MINE.klv2", "x")]);
    let values = ValueLibrary::new(DataPath::new(vec![data.clone()]));
    let named = |kind, name| values.named(kind, name, &english());
    assert_eq!(named(ValueKind::Leaves, "mine"), Ok(ValueSource::File(data.join("MINE.klv2"))));
    assert!(matches!(named(ValueKind::WinChance, "enable1"), Ok(ValueSource::Shipped(_))));
    assert_eq!(
        named(ValueKind::WinChance, "MINE").unwrap_err().to_string(),
        "no win chances \"MINE\": neither MINE.winpct in the data path nor, for these tiles, among those that come with \
         Tasseo"
    );
    let catalan = Catalogue::default().distribution("catalan").unwrap();
    assert!(values.named(ValueKind::WinChance, "ENABLE1", &catalan).is_err());
}

#[test]
fn unknown_names_say_what_there_is() {
    let library = Library::new(DataPath::new(vec![folder("unknown", &[("PETS.txt", "CAT\n")])]));
    assert_eq!(load_error(&library, "TWL99"), "no lexicon \"TWL99\"; there are ENABLE1, YAWL, PETS");
}

#[test]
fn a_name_is_not_a_path() {
    let library =
        Library::new(DataPath::new(vec![folder("inside/data", &[]), folder("inside", &[("PETS.txt", "CAT\n")])]));
    for name in ["../PETS", "/etc/passwd", "data/../PETS", "..", ".", "", "a\\b", "PETS/"] {
        let error = load_error(&library, name);
        assert!(
            error.ends_with("is a path, not the name of a lexicon; add the folder to the data path instead"),
            "{error}"
        );
    }
}

#[test]
fn errors_name_the_file() {
    let data = folder("bad", &[("WORDS.txt", "CAT\nD0G\n"), ("NONE.txt", "\n"), ("CUT.kwg", "CAR\nCAT\n")]);
    let cut = std::fs::read(data.join("CUT.kwg")).unwrap();
    std::fs::write(data.join("CUT.kwg"), &cut[..cut.len() - 6]).unwrap();
    let library = Library::new(DataPath::new(vec![data.clone()]));
    let at = |file| data.join(file).display().to_string();
    let error = load_error(&library, "WORDS");
    assert_eq!(error, format!("{}: line 2: \"D0G\": \"0\" is not a letter of this alphabet", at("WORDS.txt")));
    assert_eq!(load_error(&library, "NONE"), format!("{}: there are no words", at("NONE.txt")));
    assert!(load_error(&library, "CUT").starts_with(&format!("{}: ", at("CUT.kwg"))));
    let error = Library::load_file(&data.join("x.csv"), &english()).unwrap_err().to_string();
    assert_eq!(error, format!("{}: a lexicon is a file .kwg or .txt", at("x.csv")));
}

#[test]
fn shipped_lexicons_need_the_letters_a_to_z() {
    let spanish = Catalogue::default().distribution("spanish").unwrap();
    let error = Library::default().load("ENABLE1", &spanish).unwrap_err().to_string();
    assert_eq!(error, "ENABLE1 is spelled with the letters A to Z; the distribution spanish has others");
    let super_set = Catalogue::default().distribution("english_super").unwrap();
    assert!(Library::default().load("ENABLE1", &super_set).is_ok());
}
