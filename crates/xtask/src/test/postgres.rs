//! A PostgreSQL server of the run's own, gone when the run is over.

use std::error::Error;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::machine;

/// Makes a cluster, serves it, and waits until its standard input ends: then it stops the server and removes the
/// cluster. So the server ends however the run ends, be it killed.
const KEEPER: &str = r#"
set -eu
bin=$1 port=$2
cd /
folder=$(mktemp -d "${TMPDIR:-/tmp}/belay-postgres-XXXXXX")
trap '' INT
trap 'exit 1' TERM HUP
end() {
    "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
    rm -rf "$folder"
}
trap end EXIT
make() {
    "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale="$1" --no-sync >"$folder/initdb.log" 2>&1
}
make C.UTF-8 || { rm -rf "$folder/data"; make C; } || { cat "$folder/initdb.log" >&2; exit 1; }
settings="-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories='' -c max_connections=300"
settings="$settings -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
"$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 -o "$settings" start >/dev/null 2>&1 || {
    cat "$folder/log" >&2
    exit 1
}
echo ready
cat >/dev/null
"#;

/// A server that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    keeper: Child,
    /// Where its superuser connects.
    pub(crate) url: String,
    /// Which version it is.
    pub(crate) version: String,
}

/// The folder of PostgreSQL's programs, the newest where there are several.
pub(crate) fn programs() -> Option<PathBuf> {
    let real = machine::find("initdb").and_then(|found| found.canonicalize().ok());
    let on_path = real.and_then(|found| found.parent().map(PathBuf::from));
    on_path.filter(|folder| folder.join("pg_ctl").is_file()).or_else(|| {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let folders = versions.filter_map(Result::ok).map(|entry| entry.path().join("bin"));
        let version = |folder: &PathBuf| folder.parent()?.file_name()?.to_str()?.parse::<u32>().ok();
        folders.filter(|folder| folder.join("initdb").is_file()).max_by_key(version)
    })
}

impl Server {
    /// Starts a server from the programs in a folder, as somebody else where we are root: it refuses to be root.
    pub(crate) fn start(programs: &std::path::Path) -> Result<Self, Box<dyn Error>> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let is_root = machine::told("id", &["-u"]).as_deref() == Some("0");
        let mut command = match (is_root, machine::find("runuser")) {
            (true, Some(runuser)) => {
                let mut command = Command::new(runuser);
                command.args(["-u", "postgres", "--", "sh", "-c", KEEPER, "sh"]);
                command
            }
            (true, None) => {
                let mut command = Command::new("su");
                command.args(["-s", "/bin/sh", "postgres", "-c", KEEPER, "sh"]);
                command
            }
            (false, _) => {
                let mut command = Command::new("sh");
                command.args(["-c", KEEPER, "sh"]);
                command
            }
        };
        command.arg(programs).arg(port.to_string());
        let mut keeper = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        if let Some(told) = keeper.stdout.take() {
            BufReader::new(told).read_line(&mut line)?;
        }
        let version = machine::told(programs.join("initdb"), &["--version"]).unwrap_or_default();
        let version = version.replace("initdb (PostgreSQL) ", "");
        let server = Self { keeper, url: format!("postgres://postgres@127.0.0.1:{port}/postgres"), version };
        if line.trim() == "ready" {
            Ok(server)
        } else {
            Err("the server did not start; its log stands above".into())
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        // Whether it ended well or not, there is nothing more to do.
        let _ = self.keeper.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;

    #[test]
    fn a_dropped_server_is_gone() {
        let Some(programs) = programs() else { return };
        let server = Server::start(&programs).unwrap();
        let address = server.url.split('@').nth(1).unwrap().split('/').next().unwrap().to_owned();
        assert!(TcpStream::connect(&address).is_ok());
        drop(server);
        assert!(TcpStream::connect(&address).is_err());
    }
}
