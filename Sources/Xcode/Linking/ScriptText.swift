import Base

/// The paths in the text of a script, and the configuration files of the tools that it calls.
///
/// The script is not run: each word that looks like a path counts, even if nothing exists there.
struct ScriptText {
  private(set) var paths: Set<RelativePath> = []
  /// Configuration files that well-known tools find by themselves.
  private(set) var toolFiles: Set<RelativePath> = []
  private let scope: SettingScope
  private var folder: RelativePath { scope.project.folder }
  /// Variables that the script sets.
  private(set) var locals: [String: [String]]
  /// Folders that the script changes to, or lies in.
  private(set) var bases: [RelativePath]
  private var isAfterChange = false

  init(
    _ text: String, _ scope: SettingScope, from bases: [RelativePath] = [],
    with locals: [String: [String]] = [:]
  ) {
    self.scope = scope
    self.bases = bases
    self.locals = locals
    for line in ScriptWords.lines(of: text) {
      for word in ScriptWords.words(of: line) { add(word) }
      isAfterChange = false
    }
  }

  private mutating func add(_ word: String) {
    if let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals != word.startIndex {
      let name = word[..<equals]
      let value = String(word[word.index(after: equals)...])
      if name.allSatisfy({ $0 == "_" || $0.isLetter || $0.isNumber }) {
        locals[String(name), default: []].append(value)
      }
      evaluate(value)
    }
    evaluate(word)
    if word.contains(where: \.isWhitespace) {
      for part in word.split(whereSeparator: { $0.isWhitespace || ";|&".contains($0) }) {
        evaluate(String(part))
      }
    }
    isAfterChange = ["cd", "pushd", "-C"].contains(word)
  }

  private mutating func evaluate(_ word: String) {
    guard word.utf8.contains(where: Self.pathBytes.contains) else { return read(word) }
    for value in scope.expansions(of: word, with: locals) where !value.holds("://") {
      let parts = value.split(separator: ":").map(String.init)
      for part in parts.count > 1 ? parts + [value] : parts { read(part) }
    }
  }

  /// A word without any of these bytes is at most the name of a tool or folder.
  private static let pathBytes = Set("/.$:".utf8)

  private mutating func read(_ text: String) {
    addTool(text)
    guard isAfterChange || text.utf8.contains(where: Self.pathBytes.contains) else { return }
    guard !text.contains(ExpandedMark.built), let path = Self.pathLike(text) else {
      if isAfterChange, case .inTree(let base) = SettingPath(text, from: folder) { bases.append(base) }
      return
    }
    switch SettingPath(path, from: folder) {
    case .inTree(let place):
      paths.insert(place)
      if isAfterChange { bases.append(place) }
      guard !path.hasPrefix(ExpandedMark.root) else { return }
      for base in bases { paths.insert(base.appending(path)) }
    case .unknown(let known):
      if let known { paths.insert(known) }
      addRest(of: path)
    case .elsewhere: break
    }
  }

  /// Adds the rest of a path behind an unknown variable. Example: in `$(git rev-parse --show-toplevel)/Scripts/a.sh`,
  /// the rest may count from the root or from the project's folder.
  private mutating func addRest(of path: String) {
    guard path.first == ExpandedMark.unknown, let last = path.lastIndex(of: ExpandedMark.unknown) else {
      return
    }
    let rest = path[path.index(after: last)...]
    guard rest.hasPrefix("/"), rest.count > 1 else { return }
    for base in [.root, folder] + bases {
      let place = base.appending(String(rest.dropFirst()))
      if !place.escapesRoot { paths.insert(place) }
    }
  }

  /// Returns a text with a slash or an extension. A pattern is cut to the folder around its matches.
  private static func pathLike(_ text: String) -> String? {
    var path = text[...]
    // `..` at the end is a folder, and no end of a sentence.
    while let last = path.last, ".,:;!?)'\"".contains(last), !isFolderAbove(path) { path.removeLast() }
    while let first = path.first, "@('\"".contains(first) { path.removeFirst() }
    guard !path.hasPrefix("-"), !path.isEmpty else { return nil }
    if let glob = path.firstIndex(where: "*?[".contains) {
      guard let slash = path[..<glob].lastIndex(of: "/") else { return nil }
      return String(path[..<slash])
    }
    if path.contains("/") { return String(path) }
    guard let dot = path.lastIndex(of: "."), dot != path.startIndex || path.count > 2 else { return nil }
    return path[path.index(after: dot)...].allSatisfy { $0.isLetter || $0.isNumber } ? String(path) : nil
  }

  /// Returns true for `Tools/..` and `..`.
  private static func isFolderAbove(_ path: Substring) -> Bool {
    path.hasSuffix("..") && (path.count == 2 || path.hasSuffix("/.."))
  }

  private mutating func addTool(_ text: String) {
    let last = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) }
    let name = text[(last ?? text.startIndex)...].lowercased()
    guard let files = Self.tools[name] else { return }
    for place in folder.withAncestors + bases where !place.escapesRoot {
      for file in files { toolFiles.insert(place.appending(file)) }
    }
  }

  static func isTool(_ name: String) -> Bool { tools[name] != nil }

  private static let tools: [String: [String]] = [
    "swiftgen": ["swiftgen.yml", "swiftgen.yaml"],
    "sourcery": [".sourcery.yml", "sourcery.yml"],
    "swiftlint": [".swiftlint.yml", ".swiftlint.yaml"],
    "swiftformat": [".swiftformat", ".swift-version"],
    "swift-format": [".swift-format"],
    "license-plist": ["license_plist.yml", "license_plist.yaml"],
    "periphery": [".periphery.yml"],
    "mockolo": [".mockolo.yml"],
    "xcodegen": ["project.yml", "project.yaml"],
    "tuist": ["Project.swift", "Workspace.swift", "Tuist.swift"],
    "rswift": [".rswiftignore"],
    "apollo-ios-cli": ["apollo-codegen-config.json"],
    "mint": ["Mintfile"],
    "bundle": ["Gemfile", "Gemfile.lock"],
    "carthage": ["Cartfile", "Cartfile.resolved"],
    "pod": ["Podfile", "Podfile.lock"],
    "fastlane": ["fastlane"],
    "make": ["Makefile"],
    "npm": ["package.json", "package-lock.json"],
    "yarn": ["package.json", "yarn.lock"],
    "buf": ["buf.yaml", "buf.gen.yaml"],
  ]
}

/// Splits a line of a shell script into words. Variables become `$(NAME)`. Text that only a run produces, such as the
/// output of a command, becomes `$(-)`. The words of such a command count too.
struct ScriptWords {
  private let bytes: [UInt8]
  private let depth: Int
  private var place = 0
  private var word: [UInt8] = []
  private var words: [String] = []

  /// Returns the lines of a script without comments. A backslash at the end of a line joins it with the next.
  static func lines(of text: String) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var open: [UInt8] = []
    for line in text.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let first = line.first { $0 != 0x20 && $0 != 0x09 }
      if open.isEmpty, first == UInt8(ascii: "#") { continue }
      open += line
      if line.last == UInt8(ascii: "\\") {
        open[open.count - 1] = 0x20
      } else {
        lines.append(open)
        open = []
      }
    }
    return open.isEmpty ? lines : lines + [open]
  }

  static func words(of line: [UInt8], within depth: Int = 0) -> [String] {
    var scanner = ScriptWords(bytes: line, depth: depth)
    scanner.scan()
    return scanner.words
  }

  private mutating func scan() {
    var quote: UInt8?
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case UInt8(ascii: "\\") where quote != UInt8(ascii: "'"):
        if place < bytes.count { word.append(bytes[place]) }
        place += 1
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        if quote == byte { quote = nil } else if quote == nil { quote = byte } else { word.append(byte) }
      case UInt8(ascii: "$") where quote != UInt8(ascii: "'"): addVariable()
      case UInt8(ascii: "`") where quote != UInt8(ascii: "'"): addCommand(until: UInt8(ascii: "`"))
      case _ where quote == nil && Self.separators.contains(byte): flush()
      default: word.append(byte)
      }
    }
    flush()
  }

  private static let separators = Set(" \t\r;|&<>(),".utf8)

  private mutating func flush() {
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    word = []
  }

  private mutating func addVariable() {
    guard place < bytes.count else { return }
    switch bytes[place] {
    case UInt8(ascii: "{"):
      place += 1
      let inner = inside(UInt8(ascii: "{"), UInt8(ascii: "}"))
      let name = inner.prefix(while: \.isASCIIWord)
      if name.isEmpty { return add(variable: "-") }
      let rest = inner[name.endIndex...]
      let text = String(decoding: name, as: UTF8.self)
      guard rest.starts(with: ":-".utf8) || rest.starts(with: "-".utf8) else { return add(variable: text) }
      add(
        variable: "\(text):default=\(String(decoding: rest.drop { $0 == 0x3A || $0 == 0x2D }, as: UTF8.self))"
      )
    case UInt8(ascii: "("):
      place += 1
      let inner = inside(UInt8(ascii: "("), UInt8(ascii: ")"))
      if !inner.isEmpty, inner.allSatisfy(\.isASCIIWord) {
        return add(variable: String(decoding: inner, as: UTF8.self))
      }
      addWords(of: Array(inner))
    case let byte where byte.isASCIIWord && !byte.isASCIIDigit:
      let name = bytes[place...].prefix(while: \.isASCIIWord)
      place = name.endIndex
      add(variable: String(decoding: name, as: UTF8.self))
    default:
      place += 1
      add(variable: "-")
    }
  }

  private mutating func add(variable: String) { word += "$(\(variable))".utf8 }

  private mutating func addCommand(until end: UInt8) {
    let inner = Array(bytes[place...].prefix { $0 != end })
    place += inner.count + 1
    addWords(of: inner)
  }

  private mutating func addWords(of command: [UInt8]) {
    if depth < 8 { words += Self.words(of: command, within: depth + 1) }
    add(variable: "-")
  }

  /// Returns the text up to the closing bracket, or to the end.
  private mutating func inside(_ open: UInt8, _ close: UInt8) -> ArraySlice<UInt8> {
    let start = min(place, bytes.count)
    var level = 1
    while place < bytes.count {
      if bytes[place] == open { level += 1 }
      if bytes[place] == close { level -= 1 }
      place += 1
      if level == 0 { return bytes[start..<(place - 1)] }
    }
    return bytes[start...]
  }
}
