package import Arguments
package import Base
import Reports

/// Writes a command's answer, warnings and errors, in the form that the options ask for.
///
/// Standard output carries only the answer. Everything else goes to standard error.
package struct CommandOutput: Sendable {
  private let world: World
  private let options: GlobalOptions
  package let output: TerminalCapabilities
  package let errors: TerminalCapabilities

  package init(_ world: World, _ options: GlobalOptions) {
    self.world = world
    self.options = options
    output = world.output.capabilities(options.color)
    errors = world.errors.capabilities(options.color)
  }

  package var isVerbose: Bool { options.verbosity == .verbose }

  /// Writes a part of the answer, without the progress line in between.
  package func answer(_ text: String) {
    world.progressLine.suspended { world.output.write(Array(text.utf8)) }
  }

  package func answer(_ lines: [StyledText]) {
    answer(lines.map { rendered($0, output) + "\n" }.joined())
  }

  /// Writes the answer as JSON or as text, as the command line asks.
  package func answer(json: @autoclosure () -> String, text: @autoclosure () -> [StyledText]) {
    if options.json { answer(json()) } else { answer(text()) }
  }

  /// GitHub's runner executes some lines of a log as commands. Names of tests and files must not become commands.
  private func rendered(_ line: StyledText, _ place: TerminalCapabilities) -> String {
    let text = line.render(color: place.color)
    return world.isOnGitHub ? GitHubCommand.defused(text) : text
  }

  /// Writes a line for people that is no part of the answer.
  package func note(_ line: StyledText) {
    guard options.verbosity != .quiet else { return }
    world.progressLine.note(line)
  }

  /// Names the variables that a failed run did not see, since a missing variable is a likely cause.
  /// One line of names is shown, or all of them with `-v`.
  package func withheld(_ names: [String]) {
    guard let first = names.first else { return }
    let count = Wording.count(names.count, "variable")
    let start = "note: \(count) of your environment \(names.count == 1 ? "was" : "were") not passed on: "
    let room = isVerbose ? nil : max(0, (errors.width ?? 110) - start.count)
    note("\(start, .dim)\(NameList.text(names, room: room))")
    message(
      "\("hint: ", .dim)if the run needs one, declare it in workspace.json: \"inputs\": {\"env\": [\"\(first)\"]}"
    )
  }

  package func warn(_ warnings: [Warning]) {
    for warning in warnings {
      message("\("warning: ", .warning)\(warning.message)")
      for hint in warning.hints { message("\("hint: ", .dim)\(hint)") }
    }
  }

  /// Writes a note that may take several lines of a terminal.
  private func message(_ line: StyledText) {
    for line in line.message(width: messageWidth) { note(line) }
  }

  /// The width of messages. A log gets each message in one line, so that `grep` finds it.
  private var messageWidth: Int? { errors.live ? errors.width : nil }

  /// Shows how long each stage took, if `--timings` asks for it.
  package func showTimings() {
    world.progressLine.end()
    guard options.timings else { return }
    let stages = world.progressLine.timings.map { ($0.name, $0.duration) }
    writeErrors(TimingsText.lines(stages, total: world.now()))
  }

  private func writeErrors(_ lines: [StyledText]) {
    world.errors.write(Array(lines.map { rendered($0, errors) + "\n" }.joined().utf8))
  }

  package func fail(_ failure: Failure) {
    var lines = ("\("error: ", .bad)\(failure.message)" as StyledText).message(width: messageWidth)
    lines += failure.excerpt?.lines(width: errors.width) ?? []
    lines += failure.hints.flatMap { ("\("hint: ", .dim)\($0)" as StyledText).message(width: messageWidth) }
    world.progressLine.end()
    writeErrors(lines)
    if options.json {
      answer(
        ErrorJSON.text(
          code: failure.code, message: failure.message, hints: failure.hints, column: failure.excerpt?.column)
      )
    }
  }
}

/// The exit codes of the program. Scripts depend on them.
package enum ExitCode: Int32, Sendable {
  case success = 0
  /// The work ran and failed.
  case failed = 1
  /// No verdict: usage, configuration, Git, environment.
  case noVerdict = 2
  /// With `--exit-code`: nothing is affected.
  case nothingAffected = 3
  case interrupted = 130
  case terminated = 143
}
