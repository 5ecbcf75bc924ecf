import Base

/// Keeps manifests from writing and from talking to anybody: their programs come with whatever change is looked at, and
/// are run before anybody has read them. As SwiftPM does on macOS; on Linux it does not.
package struct ManifestSandbox: Sendable {
  /// What a user wants. Nothing in the repository has a say in it: that comes with the change, too.
  package enum Use: String, Sendable, CaseIterable {
    /// Where there is one.
    case auto
    case off
    /// No manifest is run without one.
    case required

    package static let variable = "AMBIT_SANDBOX"

    /// nil for another word than these.
    package init?(_ environment: [String: String]) {
      let word = environment[Self.variable] ?? ""
      self.init(rawValue: word.isEmpty ? Self.auto.rawValue : word)
    }
  }

  package enum Tool: Sendable, Hashable {
    /// Linux namespaces, through a program that whoever wants them has to install.
    case bubblewrap(String)
    /// A part of macOS.
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

  /// Why a program could not be run to its end.
  enum Trouble: Error {
    case process(ProcessError)
    /// It was not started, as it had to be confined and could not be.
    case unconfined(String)
  }

  /// Runs a program that writes nowhere but below `folder`.
  func run(_ command: Command, writing folder: String, timeout: Duration) throws(Trouble) -> ProcessOutput {
    guard let tool else { return try unconfined(command, timeout, because: "there is none") }
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
      // It is known to work, so this may be another manifest's doing: nothing is let out because of it.
      throw .unconfined(Confinement.reason(output))
    }
    output.stdout = stdout
    return output
  }

  /// SwiftPM confines manifests itself where there is a seatbelt, and one sandbox cannot be put into another there.
  func runSwiftPM(_ command: Command, writing folder: String, timeout: Duration) throws(Trouble)
    -> ProcessOutput
  {
    if case .seatbelt = tool { return try Self.run(command, input: [], timeout) }
    // SwiftPM takes too long for all others to wait for.
    _ = obstacle
    return try run(command, writing: folder, timeout: timeout)
  }

  var confinesSwiftPM: Bool {
    if case .bubblewrap = tool { obstacle == nil } else { false }
  }

  /// SwiftPM is told as well that its own is not wanted.
  var flagsForSwiftPM: [String] { isForMac && use == .off ? ["--disable-sandbox"] : [] }

  /// What is said to whoever's manifest fails, should that be why.
  var caution: String {
    obstacle == nil
      ? " (manifests run without network and may not write; \(Use.variable)=off lets those that you trust)"
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
  package var toolName: String {
    switch tool {
    case .bubblewrap: "bubblewrap"
    case .seatbelt: "sandbox-exec"
    case nil: "nobody"
    }
  }

  /// Why manifests are run unconfined here, found out by trying; nil when they are not.
  package var obstacle: String? {
    if let tool { return SandboxProbe.obstacle(of: tool) }
    if use == .off { return "\(Use.variable)=off" }
    return isForMac ? "there is no sandbox-exec" : "there is no bubblewrap"
  }
}
