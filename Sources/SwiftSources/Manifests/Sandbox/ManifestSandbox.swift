import Base

/// Keeps manifests from writing files and from using the network. Manifests come with the change under test, and run
/// before anybody has reviewed them. SwiftPM does the same on macOS, but not on Linux.
package struct ManifestSandbox: Sendable {
  /// The user's choice. The repository cannot set it, since its files come with the change, too.
  package enum Use: String, Sendable, CaseIterable {
    /// Manifests run in a sandbox when the machine has one.
    case auto
    case off
    /// No manifest runs without a sandbox.
    case required

    package static let variable = "AMBIT_SANDBOX"

    /// Returns nil for any other word.
    package init?(_ environment: [String: String]) {
      let word = environment[Self.variable] ?? ""
      self.init(rawValue: word.isEmpty ? Self.auto.rawValue : word)
    }
  }

  package enum Tool: Sendable, Hashable {
    /// Linux namespaces, through a program that the user has to install.
    case bubblewrap(String)
    /// The sandbox of macOS.
    case seatbelt(String)
  }

  package let tool: Tool?
  package let use: Use
  private let isForMac: Bool

  package init(_ use: Use, searchPath: String, on platform: String = HostPlatform.name) {
    self.use = use
    isForMac = platform == "macos"
    tool =
      switch (use, platform) {
      case (.off, _): nil
      case (_, "macos"):
        Executables.find("sandbox-exec", inSearchPath: "/usr/bin:" + searchPath).map(Tool.seatbelt)
      default: Executables.find("bwrap", inSearchPath: searchPath).map(Tool.bubblewrap)
      }
  }

  /// Runs a program that may write only below `folder`.
  func run(_ command: Command, writing folder: String, timeout: Duration) throws(Failure) -> ProcessOutput {
    guard let tool else { return try unconfined(command, timeout, because: "no sandbox tool was found") }
    let confined = Confinement.of(command, by: tool, writing: folder)
    let first = SandboxProbe.obstacle(of: tool) { () throws(Failure) in
      try confined.command.run(input: confined.input, timeout: timeout)
    }
    if let reason = first.obstacle { return try unconfined(command, timeout, because: reason) }
    var output: ProcessOutput
    if let known = first.output {
      output = known
    } else {
      output = try confined.command.run(input: confined.input, timeout: timeout)
    }
    guard let stdout = Confinement.spoken(output.stdout) else {
      // The sandbox is known to work, so another manifest may have broken it. The program is not run outside.
      throw Self.unconfined(Confinement.reason(output))
    }
    output.stdout = stdout
    return output
  }

  /// Runs SwiftPM. On macOS it confines manifests itself, and one sandbox cannot contain another there.
  func runSwiftPM(_ command: Command, writing folder: String, timeout: Duration) throws(Failure)
    -> ProcessOutput
  {
    if case .seatbelt = tool { return try command.run(timeout: timeout) }
    // The test of the sandbox runs first, so that other callers need not wait for SwiftPM.
    _ = obstacle
    return try run(command, writing: folder, timeout: timeout)
  }

  var confinesSwiftPM: Bool {
    if case .bubblewrap = tool { obstacle == nil } else { false }
  }

  /// SwiftPM needs this flag so as not to use its own sandbox.
  var flagsForSwiftPM: [String] { isForMac && use == .off ? ["--disable-sandbox"] : [] }

  /// The hint for a manifest that fails, in case the sandbox is the reason.
  var caution: String {
    obstacle == nil
      ? " (manifests run without network and cannot write; set \(Use.variable)=off if you trust them)"
      : ""
  }

  /// The failure for a program that was not started, since it had to be confined and could not be.
  private static func unconfined(_ reason: String) -> Failure {
    Failure(
      code: ManifestProblem.Code.unconfined.rawValue, message: "its sandbox could not be started: \(reason)")
  }

  private func unconfined(
    _ command: Command, _ timeout: Duration, because reason: String
  ) throws(Failure) -> ProcessOutput {
    if use == .required { throw Self.unconfined(reason) }
    return try command.run(timeout: timeout)
  }
}

extension ManifestSandbox {
  /// The advice for a Linux machine where bubblewrap is missing or does not work.
  package static let installingBubblewrap =
    "install bubblewrap (`apt-get install bubblewrap`), and allow user namespaces in the container"

  package var toolName: String {
    switch tool {
    case .bubblewrap: "bubblewrap"
    case .seatbelt: "sandbox-exec"
    case nil: "nobody"
    }
  }

  /// The reason why manifests run unconfined here, found by a test; nil when they are confined.
  package var obstacle: String? {
    if let tool { return SandboxProbe.obstacle(of: tool) }
    if use == .off { return "\(Use.variable)=off" }
    return isForMac ? "sandbox-exec is missing" : "bubblewrap is missing"
  }
}

/// Finds out once whether a sandbox works here. The first manifest of the process, or a test before it, decides. A
/// failure of a later manifest may have another manifest as its cause.
enum SandboxProbe {
  private static let known = Guarded<[ManifestSandbox.Tool: String?]>([:])

  /// Returns the reason why the sandbox does not work; nil when it works.
  static func obstacle(of tool: ManifestSandbox.Tool) -> String? {
    known.with { known in
      if let found = known[tool] { return found }
      let found = probe(tool)
      known[tool] = .some(found)
      return found
    }
  }

  /// Finds the answer by `run`, which runs a confined program while no other runs. Returns the program's output too,
  /// unless the answer was known before or the sandbox does not work.
  static func obstacle(
    of tool: ManifestSandbox.Tool, trying run: () throws(Failure) -> ProcessOutput
  ) -> (obstacle: String?, output: ProcessOutput?) {
    known.with { known in
      if let found = known[tool] { return (found, nil) }
      // An error of the run does not show that the sandbox fails.
      guard let output = try? run() else {
        let found = probe(tool)
        known[tool] = .some(found)
        return (found, nil)
      }
      let found = Confinement.obstacle(in: output)
      known[tool] = .some(found)
      return (found, found == nil ? output : nil)
    }
  }

  private static func probe(_ tool: ManifestSandbox.Tool) -> String? {
    guard let folder = ScratchFolder(in: nil) else { return "cannot create a folder in /tmp" }
    defer { withExtendedLifetime(folder) {} }
    let nothing = Command(executable: "/bin/sh", arguments: ["-c", ":"], workingFolder: folder.path)
    let confined = Confinement.of(nothing, by: tool, writing: folder.path)
    do throws(Failure) {
      return Confinement.obstacle(in: try confined.command.run(input: confined.input, timeout: .seconds(10)))
    } catch {
      return error.message
    }
  }
}

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
