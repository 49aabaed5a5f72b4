//! Which tools are listed.

use clap::ValueEnum;

use super::tools::{self, Tool};
use crate::failure::Failure;

/// A set of tools. Each holds all of the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Profile {
    /// Look at forms, fill and submit them
    #[default]
    Forms,
    /// And work with the page by hand
    Browser,
    /// And what can do anything, and what looks at the server itself
    Full,
}

/// The tools of `profile`, or those that `names` lists, in the order of their names. Those that work with what is
/// remembered belong to a profile only if there is a `memory`.
pub(crate) fn choose(profile: Profile, names: &[String], memory: bool) -> Result<Vec<&'static Tool>, Failure> {
    let mut chosen: Vec<&'static Tool> = if names.is_empty() {
        tools::all()
            .filter(|tool| tool.profile <= profile && (memory || !tools::needs_memory(tool)))
            .collect()
    } else {
        names
            .iter()
            .map(|name| tools::find(name).ok_or_else(|| unknown(name)))
            .collect::<Result<_, _>>()?
    };
    chosen.sort_by_key(|tool| tool.name);
    chosen.dedup_by_key(|tool| tool.name);
    Ok(chosen)
}

/// No tool goes by `name`.
pub(crate) fn unknown(name: &str) -> Failure {
    let known: Vec<&str> = tools::all().map(|tool| tool.name).collect();
    Failure::usage("unknown-tool", format!("there is no tool `{name}`"))
        .help(format!("there are: {}", known.join(", ")))
}

/// No tool that this server lists goes by `name`.
pub(crate) fn unlisted(name: &str) -> Failure {
    match tools::find(name) {
        Some(tool) if tools::needs_memory(tool) => {
            Failure::usage("unknown-tool", format!("`{name}` needs a memory, and there is none"))
                .help("a person turns one on with ostler init --local, and starts the server again")
        }
        Some(tool) => {
            let profile = tool.profile.to_possible_value();
            let profile = profile.as_ref().map_or("full", |value| value.get_name());
            let words = format!("`{name}` is not among the tools of this server: it needs --profile {profile}");
            Failure::usage("unknown-tool", words).help("a person starts it with that flag")
        }
        None => unknown(name),
    }
}

#[cfg(test)]
mod tests {
    use super::{Profile, choose};

    fn names(profile: Profile, list: &[&str]) -> Vec<&'static str> {
        let list: Vec<String> = list.iter().map(|&name| name.into()).collect();
        let chosen = choose(profile, &list, false).unwrap();
        chosen.iter().map(|tool| tool.name).collect()
    }

    #[test]
    fn each_profile_holds_the_one_before_and_a_list_is_taken_as_it_is() {
        let forms = names(Profile::Forms, &[]);
        let full = names(Profile::Full, &[]);
        assert_eq!(
            forms,
            [
                "form_fill",
                "form_inspect",
                "form_submit",
                "navigate",
                "upload",
                "wait_for_human"
            ]
        );
        assert!(!full.contains(&"memory_recall"));
        let remembering = choose(Profile::Forms, &[], true).unwrap();
        assert_eq!(remembering.len(), forms.len() + 3);
        assert!(forms.iter().all(|name| full.contains(name)));
        assert!(full.len() > forms.len());
        assert_eq!(
            names(Profile::Full, &["navigate", "form_fill", "navigate"]),
            ["form_fill", "navigate"]
        );
        assert_eq!(
            choose(Profile::Forms, &["fill".into()], false).unwrap_err().code,
            "unknown-tool"
        );
    }
}
