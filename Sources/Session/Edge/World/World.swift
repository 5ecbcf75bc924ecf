package import Arguments
package import Base

/// Takes what a command says. A sink that nobody reads any more swallows the rest.
package protocol ByteSink: Sendable {
  func write(_ bytes: [UInt8])
  /// What whoever reads it can show, given what `--color` asks for.
  func capabilities(_ color: ColorChoice) -> TerminalCapabilities
}

/// Everything that a run gets from outside, gathered once by the program: nothing below it reads
/// arguments, environment, working folder or terminal.
package struct World: Sendable {
  package let arguments: [Argument]
  /// Whether the working folder is seen elsewhere than where it lies, for a process that was asked to.
  package let placing: PlacementStep?
  /// Without what is secret, so that nothing that is started can be handed it.
  package let environment: [String: String]
  /// Variables that open remote caches, which nobody but those who talk to one asks for.
  package let secrets: [String: String]
  /// Absolute.
  package internal(set) var workingFolder: String
  /// The path of the program itself, if it can be told.
  package var executable: String?
  package let output: any ByteSink
  package let errors: any ByteSink
  /// All of standard input; nil when it cannot be read.
  package let readInput: @Sendable () -> [UInt8]?
  package let processors: Int
  /// The time since any fixed moment. Without a clock nothing ever takes long, so that no progress is shown.
  package var now: @Sendable () -> Duration = { .zero }
  /// Seconds since 1970.
  package var date: @Sendable () -> Int = { 0 }
  /// Does nothing for a while. Without one nobody waits.
  package var pause: @Sendable (Duration) -> Void = { _ in }
  /// Keys as they are pressed; nil where nobody can press any.
  package var openKeys: @Sendable () -> Keystrokes? = { nil }
  /// Takes what is to be done when a signal ends the process half-way.
  package var onAbruptEnd: @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  /// Begins the process anew with one variable more; returns only why it could not. nil where the process is not ours to
  /// begin anew.
  package var restart: (@Sendable (_ name: String, _ value: String) -> DiskError)?
  /// What the command is busy with. Silent until the command line has said what is wanted.
  package var progressLine = ProgressLine(SilentProgress(), ticks: false, now: { .zero })

  package init(
    arguments: [Argument], environment: [String: String], workingFolder: String, output: any ByteSink,
    errors: any ByteSink, readInput: @escaping @Sendable () -> [UInt8]?, processors: Int
  ) {
    self.arguments = arguments
    placing = PlacementStep(environment)
    self.environment = environment.filter {
      !Self.secretNames.contains($0.key) && $0.key != PlacementStep.variable
    }
    secrets = environment.filter { Self.secretNames.contains($0.key) }
    self.workingFolder = workingFolder
    self.output = placing.reading(output)
    self.errors = placing.reading(errors)
    self.readInput = readInput
    self.processors = processors
  }

  private static let secretNames: Set = [
    "AMBIT_CACHE_TOKEN", "AMBIT_CACHE_USER", "AMBIT_CACHE_PASSWORD", "AMBIT_CREDENTIALS", "AMBIT_SIGNING_KEY",
  ]
}

extension World {
  /// All of standard input, where a command cannot do without; `hint` says what belongs there.
  package func requiredInput(hint: String) throws(Failure) -> [UInt8] {
    guard let input = readInput() else {
      throw Failure(
        code: "unreadable-input", message: "standard input cannot be read", hints: [hint])
    }
    return input
  }
}

extension World {
  /// Writes what a flag asks for to its file, if there is one. `what` is for people, and for the error's code.
  package func write(_ text: String, to file: Argument?, named what: String, by flag: String) throws(Failure)
  {
    guard let file,
      !LocalFiles.write(Array(shown(text).utf8), to: absoluteText(file.bytes), permissions: 0o644)
    else { return }
    throw Failure(
      code: "\(what)-unwritable", message: "cannot write the \(what) \(file.quoted)",
      hints: ["\(flag) takes the path of a file in an existing folder"])
  }
}
