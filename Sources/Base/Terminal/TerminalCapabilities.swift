/// The abilities of an output: a terminal, a file or a pipe.
package struct TerminalCapabilities: Sendable, Hashable {
  package let isTerminal: Bool
  /// The number of columns; nil when nothing limits a line, as in a file or a pipe.
  package let width: Int?
  /// The number of rows; nil when it is not known.
  package let height: Int?
  package let color: Bool
  /// True when lines may be redrawn: the output is a terminal with a cursor, and a person reads it.
  package let live: Bool
  /// True for a terminal whose locale has another encoding than UTF-8. Without any locale it is taken for UTF-8.
  package let isPlain: Bool

  /// Reads the conventions of the environment: `NO_COLOR` and `FORCE_COLOR` (https://no-color.org,
  /// https://force-color.org), `CLICOLOR` and `CLICOLOR_FORCE` (https://bixense.com/clicolors).
  package init(
    isTerminal: Bool, columns: Int?, rows: Int? = nil, environment: [String: String],
    choice: ColorChoice = .auto
  ) {
    let isDumb = environment["TERM"] == "dumb"
    self.isTerminal = isTerminal
    width = isTerminal ? Self.width(columns: columns, environment: environment) : nil
    height = isTerminal ? rows.flatMap { $0 > 0 ? $0 : nil } : nil
    live = isTerminal && !isDumb && !Self.isSet(environment["CI"])
    isPlain = isTerminal && Self.hasOtherEncoding(environment)
    color =
      switch choice {
      case .always: true
      case .never: false
      case .auto: Self.wantsColor(isTerminal: isTerminal && !isDumb, environment: environment)
      }
  }

  private static func wantsColor(isTerminal: Bool, environment: [String: String]) -> Bool {
    if let no = environment["NO_COLOR"], !no.isEmpty { return false }
    if isSet(environment["FORCE_COLOR"]) || isSet(environment["CLICOLOR_FORCE"]) { return true }
    return isTerminal && environment["CLICOLOR"] != "0"
  }

  /// The least width. Tables make no sense on a narrower terminal, so it wraps the lines.
  private static let narrowest = 20

  private static func width(columns: Int?, environment: [String: String]) -> Int {
    let told = environment["COLUMNS"].flatMap { Int($0) } ?? 0
    let known = columns ?? 0
    return max(narrowest, known > 0 ? known : told > 0 ? told : 80)
  }

  /// The first variable with a value decides, as for the C library. `C` and names without an encoding are not UTF-8.
  private static func hasOtherEncoding(_ environment: [String: String]) -> Bool {
    guard let locale = environment.variable("LC_ALL", "LC_CTYPE", "LANG")?.lowercased() else { return false }
    return !locale.contains("utf-8") && !locale.contains("utf8")
  }

  private static func isSet(_ value: String?) -> Bool {
    value.map { !["", "0", "false"].contains($0) } ?? false
  }
}

extension TerminalCapabilities {
  /// Asks the system about `descriptor`.
  package init(of descriptor: Int32, environment: [String: String], choice: ColorChoice = .auto) {
    let window = TerminalWindow(of: descriptor)
    self.init(
      isTerminal: window != nil, columns: window?.columns, rows: window?.rows, environment: environment,
      choice: choice)
  }
}

/// Signs in ASCII, for terminals whose encoding is not UTF-8. Names keep their letters.
package enum PlainSigns {
  /// The signs that Ambit and Swift's test libraries print, each as wide as its replacement.
  private static let replacements: [[UInt8]: UInt8] = {
    let signs: [(signs: String, plain: Character)] = [
      ("✓✔", "+"), ("✗✘×", "x"), ("→➜", ">"), ("↳", "`"), ("…", "~"), ("·─–—", "-"), ("●◇", "*"), ("▏", "|"),
      ("‘’", "'"), ("“”", "\""),
    ]
    var all: [[UInt8]: UInt8] = [:]
    for (signs, plain) in signs {
      for sign in signs { all[Array(String(sign).utf8)] = plain.asciiValue }
    }
    return all
  }()

  package static func text(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      let plain = length > 1 ? replacements[Array(rest.prefix(length))] : nil
      result.append(plain ?? byte)
      rest = rest.dropFirst(plain == nil ? 1 : length)
    }
    return result
  }
}

/// The value of `--color`.
package enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  case auto, always, never
}
