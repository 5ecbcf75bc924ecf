import Arguments
import Base
import Reports
import Session

/// The keys of `ambit watch`: bytes of the terminal go in, requests come out. A filter takes several keys.
struct WatchKeys: Equatable {
  enum Request: Equatable {
    case run(WatchOptions.Reason)
    /// Run only cases whose name matches from now on, or all again.
    case filter(String?)
    case openFailure
    case explain
    case leave
    /// Show the filter as far as it is typed.
    case typing
  }

  /// True when the watched command has cases to filter.
  let canFilter: Bool
  /// The filter as far as it is typed. nil while nobody types one.
  private var typed: [UInt8]?

  init(canFilter: Bool) {
    self.canFilter = canFilter
  }

  var typedFilter: String? { typed.map { String(decoding: $0, as: UTF8.self) } }

  mutating func press(_ key: UInt8) -> Request? {
    typed == nil ? command(key) : type(key)
  }

  private mutating func command(_ key: UInt8) -> Request? {
    switch key {
    case UInt8(ascii: "a"): return .run(.all)
    case UInt8(ascii: "f"): return .run(.failed)
    case Self.enter, Self.carriageReturn: return .run(.changes)
    case UInt8(ascii: "e"): return .openFailure
    case UInt8(ascii: "h"), UInt8(ascii: "?"): return .explain
    case UInt8(ascii: "q"): return .leave
    case UInt8(ascii: "/") where canFilter:
      typed = []
      return .typing
    default: return nil
    }
  }

  private mutating func type(_ key: UInt8) -> Request {
    switch key {
    case Self.enter, Self.carriageReturn:
      let filter = typed.flatMap { String(validating: $0, as: UTF8.self) } ?? ""
      typed = nil
      return .filter(filter.isEmpty ? nil : filter)
    case Self.escape: typed = nil
    case Self.backspace, Self.delete: eraseLast()
    case Self.eraseLine: typed = []
    // Other control characters cannot be part of a filter.
    case 0..<0x20: break
    default: typed?.append(key)
    }
    return .typing
  }

  /// A character of UTF-8 may have several bytes.
  private mutating func eraseLast() {
    while let byte = typed?.popLast(), byte & 0xC0 == 0x80 {}
  }

  private static let enter = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let escape: UInt8 = 0x1B
  private static let backspace: UInt8 = 0x08
  private static let delete: UInt8 = 0x7F
  private static let eraseLine: UInt8 = 0x15
}

/// The editor of the user, which can open a file at a line.
struct WatchEditor: Equatable {
  /// A command line of a shell, such as `code --wait`.
  private let line: String

  /// Returns nil when neither `VISUAL` nor `EDITOR` names one.
  init?(_ environment: [String: String]) {
    guard let named = environment.variable("VISUAL", "EDITOR") else { return nil }
    line = named
  }

  /// The words for the place, in the form that the editor knows.
  func arguments(_ place: FailurePlace, _ path: String) -> [String] {
    let column = place.column ?? 1
    switch name {
    case let name where Self.likeCode.contains(name):
      return ["--goto", "\(path):\(place.line):\(column)"]
    case "subl", "zed", "hx", "helix": return ["\(path):\(place.line):\(column)"]
    case "xed", "mate": return ["--line", "\(place.line)", path]
    default: return ["+\(place.line)", path]
    }
  }

  /// A shell reads the command line, as Git does with its editor.
  func command(_ place: FailurePlace, _ path: String, _ environment: [String: String], in folder: String)
    -> Command
  {
    Command(
      executable: "/bin/sh", arguments: ["-c", "\(words) \"$@\"", name] + arguments(place, path),
      environment: environment, workingFolder: folder)
  }

  private var name: String {
    let program = line.split(separator: " ").first ?? ""
    return String(program.split(separator: "/").last ?? "")
  }

  /// The command line without a request to wait for the end of the editing. Git needs that; a watch goes on.
  private var words: String {
    guard Self.windowed.contains(name) else { return line }
    return line.split(separator: " ").filter { $0 != "--wait" && $0 != "-w" }.joined(separator: " ")
  }

  private static let likeCode: Set = ["code", "code-insiders", "codium", "cursor", "windsurf"]
  /// Editors with a window of their own, which wait for its end only when they are asked to.
  private static let windowed = likeCode.union(["subl", "zed", "mate", "xed"])
}

/// The place of a failure, as a run prints it: `Packages/Core/Tests/CoreTests/Totals.swift:12:5`.
struct FailurePlace: Equatable {
  let path: String
  let line: Int
  let column: Int?

  /// Returns the first place in `lines` whose file `exists`.
  static func first(in lines: [String], exists: (String) -> Bool) -> FailurePlace? {
    for line in lines {
      guard let plain = LogText.lines(Array(line.utf8)).first else { continue }
      if let place = first(in: plain[...], exists) { return place }
    }
    return nil
  }

  /// A path may hold colons and spaces, so each colon before a number may end it.
  private static func first(in line: Substring, _ exists: (String) -> Bool) -> FailurePlace? {
    let text = line.drop { $0 == " " || $0 == "✗" }
    for colon in text.indices where text[colon] == ":" && colon > text.startIndex {
      let (number, rest) = number(after: colon, in: text)
      guard let number, !(rest.first?.isLetter ?? false) else { continue }
      let path = String(text[..<colon])
      guard exists(path) else { continue }
      let column = rest.first == ":" ? Self.number(after: rest.startIndex, in: rest).0 : nil
      return FailurePlace(path: path, line: number, column: column)
    }
    return nil
  }

  private static func number(after colon: String.Index, in text: Substring) -> (Int?, rest: Substring) {
    let behind = text[text.index(after: colon)...]
    let digits = behind.prefix { $0.isASCII && $0.isNumber }
    return (Int(digits), behind.dropFirst(digits.count))
  }
}
