//! What figures were measured on.

use std::fmt;
use std::fs;
use std::thread;

use crate::PROGRAM;

/// The processor, and the build of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The processor's name; the architecture's where the system tells no more.
    pub cpu: String,
    /// Hardware threads that this process may use.
    pub cores: usize,
}

impl Machine {
    /// The one that this runs on.
    pub fn this() -> Self {
        // Linux alone has this file. Without it figures are still figures.
        let told = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Self {
            cpu: model_name(&told).unwrap_or(std::env::consts::ARCH).to_owned(),
            cores: thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// The first processor's name in the text of `/proc/cpuinfo`.
fn model_name(cpuinfo: &str) -> Option<&str> {
    let fields = cpuinfo.lines().filter_map(|line| line.split_once(':'));
    let mut names = fields.filter(|(field, _)| field.trim() == "model name");
    names
        .next()
        .map(|(_, name)| name.trim())
        .filter(|name| !name.is_empty())
}

impl fmt::Display for Machine {
    /// One line, with the program that measured.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let build = if cfg!(debug_assertions) {
            "debug build: these figures say nothing about a release build"
        } else {
            "release build"
        };
        let s = if self.cores == 1 { "" } else { "s" };
        write!(f, "{}, {} core{s}; {PROGRAM}, {build}", self.cpu, self.cores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_read() {
        let text = "processor\t: 0\nmodel\t\t: 85\nmodel name\t: Fast CPU @ 2.00GHz\n\nprocessor\t: 1\n";
        assert_eq!(model_name(text), Some("Fast CPU @ 2.00GHz"));
        assert_eq!(model_name("processor\t: 0\nBogoMIPS\t: 50\n"), None);
    }

    #[test]
    fn this_machine_has_cores_and_a_line() {
        let machine = Machine::this();
        assert!(machine.cores >= 1 && !machine.cpu.is_empty());
        assert!(machine.to_string().contains("; hornox 0."), "{machine}");
    }
}
