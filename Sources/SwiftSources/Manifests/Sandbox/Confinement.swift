import Base

/// The command that runs another one confined.
enum Confinement {
  /// Said by a shell that is inside before it becomes the program: what was not said, was not confined, and did not run.
  private static let word = "ambit-confined"
  /// Nothing is read from whoever calls.
  private static let entry = ["/bin/sh", "-c", #"echo \#(word); exec "$0" "$@" </dev/null"#]

  static func of(
    _ command: Command, by tool: ManifestSandbox.Tool, writing folder: String
  ) -> (command: Command, input: [UInt8]) {
    let inside = entry + [command.executable] + command.arguments
    var confined = command
    switch tool {
    case .bubblewrap(let path):
      confined.executable = path
      confined.arguments = bubblewrap(writing: folder, in: command.workingFolder) + ["--"] + inside
      return (confined, SocketFilter.bytes)
    case .seatbelt(let path):
      confined.executable = path
      confined.arguments = ["-p", seatbelt(writing: folder)] + inside
      return (confined, [])
    }
  }

  /// What the program itself printed; nil when it did not come to that.
  static func spoken(_ stdout: [UInt8]) -> [UInt8]? {
    let mark = Array("\(word)\n".utf8)
    return stdout.starts(with: mark) ? Array(stdout[mark.count...]) : nil
  }

  /// The sandbox's words for why it did not; nil when it did.
  static func obstacle(in output: ProcessOutput) -> String? {
    spoken(output.stdout) == nil ? reason(output) : nil
  }

  /// Why it did not, in the sandbox's words.
  static func reason(_ output: ProcessOutput) -> String {
    let line = output.stderrText.split(whereSeparator: \.isNewline).first.map(String.init)
    return line ?? "it ended with \(output.status)"
  }

  /// Everything may be read, nothing else is there: no network, no other process to send signals to or to look into, no
  /// terminal to type on. Sockets that lie in folders are kept away by the filter, which comes through stdin.
  private static func bubblewrap(writing folder: String, in workingFolder: String?) -> [String] {
    [
      "--ro-bind", "/", "/", "--dev", "/dev", "--ro-bind-try", "/dev/shm", "/dev/shm", "--proc", "/proc",
      "--bind", folder, folder,
      "--unshare-net", "--unshare-pid", "--unshare-ipc", "--cap-drop", "ALL", "--new-session",
      "--die-with-parent", "--seccomp", "0",
    ] + (workingFolder.map { ["--chdir", $0] } ?? [])
  }

  /// In the language of macOS's sandbox, the later rule wins.
  private static func seatbelt(writing folder: String) -> String {
    let quoted = folder.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      (version 1)
      (deny default)
      (import "system.sb")
      (allow file-read*)
      (allow process*)
      (allow signal (target same-sandbox))
      (allow file-write* (literal "/dev/null") (subpath "\(quoted)"))
      """
  }
}
