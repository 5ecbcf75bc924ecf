import Base
import Session

/// Shows a verdict as a notice on the desktop.
struct DesktopNotice: Sendable, Equatable {
  /// The absolute path of the program that shows notices.
  private let program: String
  private let isScript: Bool

  /// Returns nil when this machine has no program that shows notices.
  init?(inSearchPath searchPath: String) {
    if let found = Executables.find("notify-send", inSearchPath: searchPath) {
      (program, isScript) = (found, false)
    } else if let found = Executables.find("osascript", inSearchPath: searchPath) {
      (program, isScript) = (found, true)
    } else {
      return nil
    }
  }

  func command(_ title: String, _ text: String, _ environment: [String: String]) -> Command {
    // The text is an argument, so none of it can be part of the script.
    let script = [
      "-e", "on run words", "-e", "display notification (item 2 of words) with title (item 1 of words)", "-e",
      "end run",
    ]
    return Command(
      executable: program, arguments: (isScript ? script : ["--app-name=ambit", "--"]) + [title, text],
      environment: environment)
  }

  /// Failures are news, and so is the first pass after one. A pass after a pass is none.
  static func isNews(_ outcome: WatchOutcome, after before: WatchOutcome?) -> Bool {
    outcome != .passed || before.map { $0 != .passed } ?? false
  }
}
