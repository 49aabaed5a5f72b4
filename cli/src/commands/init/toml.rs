//! The same in Codex's TOML file: the table's own lines are put in, all the rest stays as it was written.

use toml::{Table, Value};

use super::{Entry, Unfit};

/// The head of the table.
const HEAD: &str = "[mcp_servers.ostler]";

/// `text` with the table of the server `ostler`.
pub(super) fn put(text: &str, entry: &Entry) -> Result<String, Unfit> {
    let before = read(text)?;
    let lines = [
        ("command", format!("command = {}", quoted(&entry.command))),
        ("args", {
            let args: Vec<String> = entry.args.iter().map(|arg| quoted(arg)).collect();
            format!("args = [{}]", args.join(", "))
        }),
    ];
    let after = with(text, &lines);
    let wanted = |table: &Table| {
        let command = table.get("mcp_servers")?.get("ostler")?.get("command")?.as_str()?;
        Some(command == entry.command && args_of(table)? == entry.args)
    };
    // What was not asked for must not have changed, whatever the text looks like.
    match read(&after) {
        Ok(new) if wanted(&new) == Some(true) && without(new.clone()) == without(before) => Ok(after),
        _ => Err(Unfit(format!("{HEAD} is written in a way that is not understood"))),
    }
}

/// The arguments of the server `ostler`.
pub(super) fn args(text: &str) -> Option<Vec<String>> {
    args_of(&read(text).ok()?)
}

fn args_of(table: &Table) -> Option<Vec<String>> {
    let args = table.get("mcp_servers")?.get("ostler")?.get("args")?.as_array()?;
    args.iter().map(|arg| arg.as_str().map(String::from)).collect()
}

fn read(text: &str) -> Result<Table, Unfit> {
    text.parse::<Table>()
        .map_err(|error| Unfit(format!("it is not TOML: {}", error.message())))
}

/// All but the entry.
fn without(mut table: Table) -> Table {
    let mut emptied = false;
    if let Some(servers) = table.get_mut("mcp_servers").and_then(Value::as_table_mut) {
        if let Some(own) = servers.get_mut("ostler").and_then(Value::as_table_mut) {
            own.remove("command");
            own.remove("args");
            if own.is_empty() {
                servers.remove("ostler");
            }
        }
        emptied = servers.is_empty();
    }
    if emptied {
        table.remove("mcp_servers");
    }
    table
}

/// `text` with `lines` in the table, in the place of those that are there.
fn with(text: &str, lines: &[(&str, String)]) -> String {
    let mut rows: Vec<String> = text.lines().map(String::from).collect();
    let head = rows.iter().position(|row| row.trim() == HEAD);
    let Some(head) = head else {
        if rows.last().is_some_and(|row| !row.trim().is_empty()) {
            rows.push(String::new());
        }
        rows.push(HEAD.into());
        rows.extend(lines.iter().map(|(_, line)| line.clone()));
        return rows.join("\n") + "\n";
    };
    let rest = &rows[head + 1..];
    let mut end = head + 1 + rest.iter().take_while(|row| !row.trim_start().starts_with('[')).count();
    let is = |row: &str, key: &str| {
        let rest = row.trim_start().strip_prefix(key);
        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
    };
    let mut at = head + 1;
    for (key, line) in lines {
        if let Some(found) = rows[head + 1..end].iter().position(|row| is(row, key)) {
            rows[head + 1 + found].clone_from(line);
        } else {
            rows.insert(at, line.clone());
            at += 1;
            end += 1;
        }
    }
    rows.join("\n") + "\n"
}

/// A TOML text. Its escapes are those of JSON, but for the slash that JSON does not escape either.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::Entry;
    use super::put;

    fn entry() -> Entry {
        Entry {
            command: "/opt/my \"own\"/ostler".into(),
            args: vec!["serve".into(), "--profile".into(), "full".into()],
        }
    }

    const TABLE: &str =
        "[mcp_servers.ostler]\ncommand = \"/opt/my \\\"own\\\"/ostler\"\nargs = [\"serve\", \"--profile\", \"full\"]\n";

    #[test]
    fn the_table_is_put_in_and_the_rest_stays() {
        let rest = "# mine\nmodel = \"o4\" # fast\n\n[mcp_servers.other]\ncommand = 'x'\n";
        let table = [
            (String::new(), TABLE.to_owned()),
            (rest.to_owned(), format!("{rest}\n{TABLE}")),
            (TABLE.to_owned(), TABLE.to_owned()),
            ("[mcp_servers.ostler]\nargs = []\n".to_owned(), TABLE.to_owned()),
            (
                format!("[mcp_servers.ostler]\nargs = []\n  command=\"old\"\nenabled = true\n[mcp_servers.ostler.env]\nA = \"1\"\n{rest}").replace("model", "[m]\nmodel"),
                format!("{}enabled = true\n[mcp_servers.ostler.env]\nA = \"1\"\n{rest}", {
                    let rows: Vec<&str> = TABLE.lines().collect();
                    format!("{}\n{}\n{}\n", rows[0], rows[2], rows[1])
                })
                .replace("model", "[m]\nmodel"),
            ),
        ];
        for (old, new) in table {
            assert_eq!(put(&old, &entry()), Ok(new), "{old}");
        }
    }

    #[test]
    fn what_cannot_be_understood_is_left_alone() {
        for text in [
            "a = ",
            "mcp_servers = { ostler = { command = \"x\" } }",
            "mcp_servers = 5",
            "[mcp_servers.ostler]\nargs = [\n  \"serve\",\n]\n",
            "[mcp_servers]\nostler = { command = \"x\" }\n",
        ] {
            assert!(put(text, &entry()).is_err(), "{text}");
        }
    }
}
