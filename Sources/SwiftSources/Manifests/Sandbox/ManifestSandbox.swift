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

  /// The reasons why a program did not run to its end.
  enum Trouble: Error {
    case process(ProcessError)
    /// The program was not started, since it had to be confined and could not be.
    case unconfined(String)
  }

  /// Runs a program that may write only below `folder`.
  func run(_ command: Command, writing folder: String, timeout: Duration) throws(Trouble) -> ProcessOutput {
    guard let tool else { return try unconfined(command, timeout, because: "no sandbox tool was found") }
    let confined = Confinement.of(command, by: tool, writing: folder)
    let first = SandboxProbe.obstacle(of: tool) { () throws(ProcessError) in
      try confined.command.run(input: confined.input, timeout: timeout)
    }
    if let reason = first.obstacle { return try unconfined(command, timeout, because: reason) }
    var output: ProcessOutput
    if let known = first.output {
      output = known
    } else {
      output = try Self.run(confined.command, input: confined.input, timeout)
    }
    guard let stdout = Confinement.spoken(output.stdout) else {
      // The sandbox is known to work, so another manifest may have broken it. The program is not run outside.
      throw .unconfined(Confinement.reason(output))
    }
    output.stdout = stdout
    return output
  }

  /// Runs SwiftPM. On macOS it confines manifests itself, and one sandbox cannot contain another there.
  func runSwiftPM(_ command: Command, writing folder: String, timeout: Duration) throws(Trouble)
    -> ProcessOutput
  {
    if case .seatbelt = tool { return try Self.run(command, input: [], timeout) }
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

  private func unconfined(
    _ command: Command, _ timeout: Duration, because reason: String
  ) throws(Trouble) -> ProcessOutput {
    if use == .required { throw .unconfined(reason) }
    return try Self.run(command, input: [], timeout)
  }

  private static func run(
    _ command: Command, input: [UInt8], _ timeout: Duration
  ) throws(Trouble) -> ProcessOutput {
    do throws(ProcessError) {
      return try command.run(input: input, timeout: timeout)
    } catch {
      throw .process(error)
    }
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
