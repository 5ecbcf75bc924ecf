import Arguments
import Base
import Reports
import Session

/// The terminal during a watch: the output of runs, and one status line below. It is pure: it returns the text to
/// write.
struct WatchView {
  private var area = LiveArea()
  private let isLive: Bool
  private let color: Bool
  private var status = StyledText()
  private var isFirst = true
  /// The incomplete last line of each stream.
  private var unfinished: [ProcessStream: [UInt8]] = [:]
  /// Standard output, shown at the end of a run. A stopped run has no answer.
  private var answer: [String] = []
  /// The answer of the last run that ended.
  private(set) var lastAnswer: [String] = []
  /// The filter as far as it is typed.
  private var typed: String?

  init(isLive: Bool, color: Bool) {
    self.isLive = isLive
    self.color = color
  }

  private static let keys = "a all · f failed · ? keys · q quit"

  /// All keys, for the user who asks for them.
  static func explanation(canFilter: Bool) -> [StyledText] {
    var rows = [
      ("a", "run everything"), ("f", "run the last failures"), ("Enter", "run again"),
      ("e", "open the first failure in your editor"), ("q", "leave"),
    ]
    if canFilter { rows.insert(("/", "run only matching cases; an empty filter clears it"), at: 3) }
    return rows.map { key, words in
      let space = String(repeating: " ", count: 7 - key.count)
      return "\("  \(key)", .heading)\(space)\(words)"
    }
  }

  mutating func begin(_ changed: Set<String>, _ reason: WatchOptions.Reason, columns: Int) -> String {
    (unfinished, answer) = ([:], [])
    status = StyledText("running", .heading)
    defer { isFirst = false }
    return said([StyledText("── ", .dim) + StyledText(title(changed, reason))], columns)
  }

  private func title(_ changed: Set<String>, _ reason: WatchOptions.Reason) -> String {
    switch reason {
    case .all: return "everything"
    case .failed: return "the last failures"
    case .changes: break
    }
    guard let first = changed.min() else { return isFirst ? "first run" : "again" }
    return changed.count == 1 ? first : "\(first) and \(changed.count - 1) more"
  }

  /// Takes output of a run. Standard error is shown at once. Lines about progress go into the status line instead.
  mutating func take(_ stream: ProcessStream, _ bytes: [UInt8], columns: Int) -> String {
    var lines = (unfinished[stream] ?? []) + bytes
    guard let end = lines.lastIndex(of: UInt8(ascii: "\n")) else {
      unfinished[stream] = lines
      return ""
    }
    unfinished[stream] = Array(lines[(end + 1)...])
    lines.removeSubrange(end...)
    let texts = lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard stream == .stderr else {
      answer += texts
      return ""
    }
    var shown: [String] = []
    for text in texts where !Self.isChatter(text) {
      if let busy = Self.busy(text) {
        status = StyledText("running  ", .heading) + StyledText(busy, .dim)
      } else {
        shown += message(text, columns)
      }
    }
    return raw(shown, columns)
  }

  /// The lines of a warning, an error or a hint, wrapped for the terminal. The run wrote it into a pipe, in one line.
  private func message(_ text: String, _ columns: Int) -> [String] {
    let plain = LogText.lines(Array(text.utf8)).first ?? ""
    let label = Self.labels.first { plain.hasPrefix($0.key) }
    guard isLive, let label else { return [text] }
    let line: StyledText = "\(label.key, label.value)\(plain.dropFirst(label.key.count))"
    return line.message(width: columns).map { $0.render(color: color) }
  }

  private static let labels: [String: Style] = ["error: ": .bad, "warning: ": .warning, "hint: ": .dim]

  /// Returns true for lines that testing libraries print about each test, in the log of a failed one. Cards show the
  /// rest.
  private static func isChatter(_ text: String) -> Bool {
    let plain = LogText.lines(Array(text.utf8)).first ?? ""
    return plain.hasPrefix("    ") && LogText.withoutChatter([String(plain.dropFirst(4))]).isEmpty
  }

  /// Returns the progress line without colours, for `building //Packages/Core` and the like.
  private static func busy(_ text: String) -> String? {
    let plain = LogText.lines(Array(text.utf8)).first ?? ""
    return plain.hasPrefix("building ") || plain.hasPrefix("attempt ") || plain.hasPrefix("Evaluating ")
      ? plain : nil
  }

  /// `outcome` is the run's result. `watched` says what the watch waits for.
  mutating func end(_ outcome: WatchOutcome, watched: String, columns: Int) -> String {
    // A stopped process may leave its last line incomplete.
    let rests = [ProcessStream.stderr, .stdout].compactMap { unfinished.removeValue(forKey: $0) }
    let said = answer + rests.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
    (answer, lastAnswer) = ([], said)
    status = outcome.mark + StyledText("  \(watched) · \(Self.keys)", .dim)
    return raw(said, columns)
  }

  mutating func cutShort(columns: Int) -> String {
    (unfinished, answer) = ([:], [])
    status = StyledText("files changed, ending this run", .dim)
    return redraw(columns)
  }

  mutating func note(_ lines: [StyledText], columns: Int) -> String { said(lines, columns) }

  /// Shows the filter in place of the status while it is typed. nil brings the status back.
  mutating func type(_ filter: String?, columns: Int) -> String {
    typed = filter
    return redraw(columns)
  }

  /// Draws the status anew for a terminal that has another width now, or that a shell has used meanwhile.
  mutating func renew(isForeign: Bool, columns: Int) -> String {
    if isForeign { area.forget() }
    return redraw(columns)
  }

  mutating func finish(columns: Int) -> String { area.clear(columns: columns) }

  private mutating func said(_ lines: [StyledText], _ columns: Int) -> String {
    raw(lines.map { $0.render(color: color) }, columns)
  }

  private mutating func raw(_ lines: [String], _ columns: Int) -> String {
    let text = lines.map { $0 + "\n" }.joined()
    guard isLive else { return text }
    return (text.isEmpty ? "" : area.clear(columns: columns) + text) + redraw(columns)
  }

  private mutating func redraw(_ columns: Int) -> String {
    guard isLive else { return "" }
    let line = typed.map { "\("filter: ", .heading)\(Text.escapingControls($0))▏" } ?? status
    return area.draw([line], columns: columns, color: color)
  }
}

/// The result of a run.
enum WatchOutcome: String, Equatable {
  case passed, failed
  case noVerdict = "no-verdict"

  init(exitCode: Int32?) {
    self =
      switch exitCode {
      case 0: .passed
      case 1: .failed
      default: .noVerdict
      }
  }

  var words: String { self == .noVerdict ? "no verdict" : rawValue }

  fileprivate var mark: StyledText {
    switch self {
    case .passed: StyledText("● \(words)", .good)
    case .failed: StyledText("● \(words)", .bad)
    case .noVerdict: StyledText("● \(words)", .warning)
    }
  }
}

/// `watch --json`: each verdict as a line.
enum WatchJSON {
  static func line(
    run: Int, outcome: String, exitCode: Int?, seconds: Double, changed: [String]
  ) -> String {
    let text = JSON.report([
      "run": run, "outcome": outcome, "exitCode": exitCode, "seconds": seconds, "changed": changed,
    ])
    // A string of JSON never holds an unescaped line end.
    return text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
  }
}
