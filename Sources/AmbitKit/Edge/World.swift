package import Arguments
package import Support
package import Terminal

/// Takes what a command says. A sink that nobody reads any more swallows the rest.
package protocol ByteSink: Sendable {
  func write(_ bytes: [UInt8])
}

/// Everything that a run gets from outside, gathered once by the program: nothing below it reads
/// arguments, environment, working folder or terminal.
package struct World: Sendable {
  package let arguments: [Argument]
  package let environment: [String: String]
  /// Absolute.
  package internal(set) var workingFolder: String
  /// The path of the program itself, if it can be told.
  package let executable: String?
  package let output: any ByteSink
  package let errors: any ByteSink
  /// All of standard input; nil when it cannot be read.
  package let readInput: @Sendable () -> [UInt8]?
  package let processors: Int
  /// What the two sinks can show, given what `--color` asks for.
  package let outputCapabilities: @Sendable (ColorChoice) -> TerminalCapabilities
  package let errorCapabilities: @Sendable (ColorChoice) -> TerminalCapabilities
  /// The time since any fixed moment.
  package let now: @Sendable () -> Duration
  /// Seconds since 1970.
  package let date: @Sendable () -> Int
  /// Takes what is to be done when a signal ends the process half-way.
  package let onAbruptEnd: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// What the command is busy with. Silent until the command line has said what is wanted.
  var stages: Stages

  /// Without a clock nothing ever takes long, so that no progress is shown.
  package init(
    arguments: [Argument], environment: [String: String], workingFolder: String,
    executable: String? = nil, output: any ByteSink, errors: any ByteSink,
    readInput: @escaping @Sendable () -> [UInt8]?, processors: Int,
    outputCapabilities: @escaping @Sendable (ColorChoice) -> TerminalCapabilities,
    errorCapabilities: @escaping @Sendable (ColorChoice) -> TerminalCapabilities,
    now: @escaping @Sendable () -> Duration = { .zero }, date: @escaping @Sendable () -> Int = { 0 },
    onAbruptEnd: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { _ in }
  ) {
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.executable = executable
    self.output = output
    self.errors = errors
    self.readInput = readInput
    self.processors = processors
    self.outputCapabilities = outputCapabilities
    self.errorCapabilities = errorCapabilities
    self.now = now
    self.date = date
    self.onAbruptEnd = onAbruptEnd
    stages = Stages(NoProgress(), ticks: false, now: now)
  }
}
