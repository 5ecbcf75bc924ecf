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
  private var locals: [String: [String]] = [:]
  /// Folders that the script changes to.
  private var bases: [RelativePath] = []
  private var isAfterChange = false

  init(_ text: String, _ scope: SettingScope) {
    self.scope = scope
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
      for base in bases {
        let place = base.appending(path)
        if !place.escapesRoot { paths.insert(place) }
      }
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
    let relative = RelativePath(String(rest.dropFirst()))
    guard !relative.escapesRoot else { return }
    for base in [.root, folder] + bases { paths.insert(base.appending(relative)) }
  }

  /// Returns a text with a slash or an extension. A pattern is cut to the folder around its matches.
  private static func pathLike(_ text: String) -> String? {
    var path = text[...]
    while let last = path.last, ".,:;!?)'\"".contains(last) { path.removeLast() }
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

  private mutating func addTool(_ text: String) {
    let last = text.utf8.lastIndex(of: UInt8(ascii: "/")).map { text.utf8.index(after: $0) }
    let name = text[(last ?? text.startIndex)...].lowercased()
    guard let files = Self.tools[name] else { return }
    for place in folder.withAncestors + bases where !place.escapesRoot {
      for file in files { toolFiles.insert(place.appending(file)) }
    }
  }

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
