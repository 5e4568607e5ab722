//! What the engine is and can do: its introduction, its options, its commands.

use crate::engine::{OptionKind, OptionSpec, Options};
use crate::protocol::{Dialect, HELP, Reply, mode_names};

/// The answer to `ucgi` or `siu`.
pub(crate) fn introduction(dialect: Dialect) -> Vec<Reply> {
    let id =
        [Reply::IdName(format!("Tasseo {}", env!("CARGO_PKG_VERSION"))), Reply::IdAuthor("the Tasseo authors".into())];
    let capabilities =
        (dialect == Dialect::Siu).then(|| Reply::Capability(format!("{} stream stop", mode_names().join(" "))));
    let options = Options::specs().into_iter().map(|spec| Reply::Option(declaration(&spec)));
    id.into_iter().chain(capabilities).chain(options).chain([Reply::Ok(dialect)]).collect()
}

/// An option as UCGI and SIU declare it: `name Lexicon type string default ENABLE1`.
fn declaration(spec: &OptionSpec) -> String {
    let kind = match &spec.kind {
        OptionKind::Text { default: "", .. } => "type string default <empty>".into(),
        OptionKind::Text { default, .. } => format!("type string default {default}"),
        OptionKind::Choice { default, of } => format!("type combo default {default} var {}", of.join(" var ")),
        OptionKind::Number { default, min, max } => format!("type spin default {default} min {min} max {max}"),
        OptionKind::Check { default } => format!("type check default {default}"),
    };
    format!("name {} {kind}", spec.name)
}

/// The commands, or one of them.
pub(crate) fn help(command: Option<&str>) -> Vec<Reply> {
    let chosen = HELP.iter().filter(|help| command.is_none_or(|name| name == help.name));
    let lines: Vec<Reply> = chosen.map(|help| Reply::Text(format!("{:<45}  {}", help.usage, help.about))).collect();
    match command {
        Some(name) if lines.is_empty() => {
            vec![Reply::Text(format!("there is no command {name:?}; help lists them all"))]
        }
        _ => lines,
    }
}

/// The options as a table in Markdown: what protocol.md has.
pub fn options_table() -> String {
    let mut out = String::from("| option | default | values | what it does |\n|---|---|---|---|\n");
    for spec in Options::specs() {
        let default = Some(spec.default()).filter(|default| !default.is_empty());
        let default = default.map(|default| format!("`{default}`")).unwrap_or_default();
        let cells = [format!("`{}`", spec.name), default, values(&spec.kind), spec.about.into()];
        out += &format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    out
}

/// What an option may be set to.
fn values(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Text { wanted, .. } => (*wanted).into(),
        OptionKind::Choice { of, .. } => format!("`{}`", of.join("`, `")),
        OptionKind::Number { min, max, .. } => format!("{min} to {max}"),
        OptionKind::Check { .. } => "`true`, `false`".into(),
    }
}
