import Base

/// Makes the command that runs another one in a sandbox.
enum Confinement {
  /// A shell in the sandbox prints this word before it becomes the program. Without the word, the program did not run.
  private static let word = "ambit-confined"
  /// The program's stdin is empty.
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

  /// Returns the program's own output; nil when the program did not start.
  static func spoken(_ stdout: [UInt8]) -> [UInt8]? {
    let mark = Array("\(word)\n".utf8)
    return stdout.starts(with: mark) ? Array(stdout[mark.count...]) : nil
  }

  /// Returns the sandbox's message when the program did not start; nil when it did.
  static func obstacle(in output: ProcessOutput) -> String? {
    spoken(output.stdout) == nil ? reason(output) : nil
  }

  /// Returns the sandbox's message for why the program did not start.
  static func reason(_ output: ProcessOutput) -> String {
    let line = output.stderrText.split(whereSeparator: \.isNewline).first.map(String.init)
    return line ?? "it ended with \(output.status)"
  }

  /// Returns arguments that let the program read all files and nothing else. It has no network, no other process to
  /// signal or inspect, and no terminal. The filter on stdin blocks sockets that lie in folders.
  private static func bubblewrap(writing folder: String, in workingFolder: String?) -> [String] {
    [
      "--ro-bind", "/", "/", "--dev", "/dev", "--ro-bind-try", "/dev/shm", "/dev/shm", "--proc", "/proc",
      "--bind", folder, folder,
      "--unshare-net", "--unshare-pid", "--unshare-ipc", "--cap-drop", "ALL", "--new-session",
      "--die-with-parent", "--seccomp", "0",
    ] + (workingFolder.map { ["--chdir", $0] } ?? [])
  }

  /// Returns the rules for macOS's sandbox, in which a later rule wins.
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
