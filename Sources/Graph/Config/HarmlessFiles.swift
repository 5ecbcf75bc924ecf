package import Base

/// `inputs.harmless`: files that select nothing because of their names, unless some module reads them.
///
/// `ModuleMap` knows the exceptions: files that are compiled, declared, below a test target, observed to be read, or
/// named by a string literal.
package enum HarmlessFiles: Sendable, Hashable {
  /// The rows below.
  case table
  /// The workspace's own list; empty for none.
  case own([PathPattern])

  package struct Row: Sendable {
    /// File names at any depth, without regard to case. `NAME/` stands for all files in a folder of that name.
    package let names: [String]
    /// The reason why no build or test reads them.
    package let reason: String
    /// True when plugins of SwiftPM look for the files in the folders above their packages.
    let isForPlugins: Bool

    init(_ names: String, _ reason: String, isForPlugins: Bool = false) {
      self.names = names.split(separator: " ").map(String.init)
      self.reason = reason
      self.isForPlugins = isForPlugins
    }
  }

  package static let rows = [
    Row("*.md *.markdown *.rst *.adoc", "documents"),
    Row(
      "LICENSE LICENSE.txt NOTICE NOTICE.txt CHANGELOG CHANGELOG.txt CONTRIBUTORS CONTRIBUTORS.txt CONTRIBUTING "
        + "CONTRIBUTING.txt CODE_OF_CONDUCT CODE_OF_CONDUCT.txt CODEOWNERS CODEOWNERS.txt", "documents"),
    Row("*.docc/ *.playground/", "SwiftPM compiles neither"),
    Row(
      ".github/ .circleci/ .travis.yml .gitlab-ci.yml renovate.json codecov.yml .codecov.yml "
        + ".pre-commit-config.yaml", "settings of CI and bots"),
    Row(".gitignore .mailmap .editorconfig .vscode/ .idea/ .devcontainer/", "settings of Git and editors"),
    Row(
      ".swift-format .swiftformat .swiftlint.yml", "linters; targets with a plugin may read them",
      isForPlugins: true),
    Row(
      ".spi.yml .licenseignore .unacceptablelanguageignore .flake8 .yamllint*", "other linters, and indexes"),
    Row(
      "CMakeLists.txt *.cmake *.bazel *.bzl .bazelversion .bazelrc .bcr/ *.podspec *.podspec.json Gemfile* "
        + "Mintfile Brewfile", "other build systems and package managers"),
    Row("Dockerfile *.dockerfile", "images"),
    Row(
      ".DS_Store .swiftpm/xcode/ xcuserdata/ IDEWorkspaceChecks.plist", "settings of Finder and Xcode"),
    Row(
      ".ambit/ ambit-*.json ambit-*.html ambit-*.md ambit-*.svg ambit-*.sarif ambit-*.xml",
      "reports and files of Ambit"),
    Row(
      AttributesFile.fileName,
      "only if nothing but \(AttributesFile.harmlessNames.joined(separator: ", ")) changed"),
    Row(
      ToolVersionsFile.names.joined(separator: " "),
      "only if nothing but versions of tools other than Swift changed"),
  ]

  package var isTable: Bool { self == .table }

  /// The patterns in the form that keys contain.
  package var texts: [String] {
    switch self {
    case .table: ["default"]
    case .own(let patterns): patterns.map(\.text)
    }
  }

  package func matches(_ components: [ArraySlice<UInt8>]) -> Bool {
    switch self {
    case .table: Self.tableMatches(components)
    case .own(let patterns): patterns.contains { $0.matches(components) }
    }
  }

  private static func tableMatches(_ components: [ArraySlice<UInt8>]) -> Bool {
    guard let last = components.last else { return false }
    if files.contains(NamePattern.lowercased(last)) { return true }
    let above = components.dropLast().map(NamePattern.lowercased)
    return folders.contains { folder in
      above.indices.contains { start in
        start + folder.count <= above.count
          && zip(folder, above[start...]).allSatisfy { $0.matches($1) }
      }
    }
  }

  /// Returns true for settings that a plugin may read from a folder above its package.
  package static func isForPlugins(_ name: ArraySlice<UInt8>) -> Bool {
    pluginSettings.contains(NamePattern.lowercased(name))
  }

  private static let pluginSettings = NameSet(rows.filter(\.isForPlugins).flatMap(\.names))
  private static let files = NameSet(
    rows.flatMap(\.names).filter { !$0.hasSuffix("/") && PartlyHarmlessFile(RelativePath($0)) == nil })
  private static let folders = rows.flatMap(\.names).filter { $0.hasSuffix("/") }.map { folder in
    folder.split(separator: "/").map { NamePattern(String($0)) }
  }

  /// Names of files and folders in a literal that may mean one of the files.
  package static let literals = rows.flatMap(\.names).compactMap { name in
    name.split(separator: "/").last.map { $0.lowercased() }
  }

  /// The same names for the workspace's own list. A pattern that is more than a name with a `*` gives a wider name than
  /// it matches.
  package var ownLiterals: [String] {
    guard case .own(let patterns) = self else { return [] }
    return patterns.compactMap { pattern in
      let name = pattern.text.split(separator: "/").last { !$0.allSatisfy { $0 == "*" } }
      return name.map { String($0.lowercased().map { "?[]{},\\".contains($0) ? "*" : $0 }) }
    }
  }
}

extension HarmlessFiles: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    switch value.node.stringValue {
    case "default": self = .table
    case "none": self = .own([])
    case let text?:
      throw value.invalid(
        "\"\(value.name)\" must be \"default\", \"none\" or a list of patterns, not \(ConfigValue.quote(text))"
      )
    case nil:
      guard value.node.arrayValue != nil else {
        throw value.wrongType(expected: "\"default\", \"none\" or a list of patterns")
      }
      var patterns: [PathPattern] = []
      for element in try value.elements() {
        patterns.append(PathPattern(try element.globText(), ignoringCase: true))
      }
      self = .own(patterns)
    }
  }
}

/// Files that select nothing where nothing but certain lines of them changed.
package enum PartlyHarmlessFile {
  case attributes, toolTable, toolWords

  package init?(_ path: RelativePath) {
    let name = path.lastComponent
    func isAt(_ place: String) -> Bool {
      place.contains("/")
        ? "/\(path)".hasSuffix("/\(place)") : name.elementsEqual(place.utf8)
    }
    if isAt(AttributesFile.fileName) {
      self = .attributes
    } else if isAt(ToolVersionsFile.wordsName) {
      self = .toolWords
    } else if ToolVersionsFile.tableNames.contains(where: isAt) {
      self = .toolTable
    } else {
      return nil
    }
  }

  /// Returns the lines that count, in order. Texts with the same lines are the same to builds and tests.
  package func decisive(in bytes: [UInt8]) -> [String] {
    switch self {
    case .attributes: AttributesFile.decisive(in: bytes)
    case .toolTable: ToolVersionsFile.decisiveTable(in: bytes)
    case .toolWords: ToolVersionsFile.decisiveWords(in: bytes)
    }
  }
}

/// Reads files of mise and asdf, which say which versions of tools somebody has to install.
///
/// Tools count by the release of the system, as all programs outside the repository. Swift's own version counts. So do
/// variables, settings and tasks, and all that this small reader does not understand.
package enum ToolVersionsFile {
  static let wordsName = ".tool-versions"
  static let tableNames = [".mise.toml", "mise.toml", ".mise/config.toml"]
  package static let names = tableNames + [wordsName]

  /// Returns the lines of a `.tool-versions` that count.
  static func decisiveWords(in bytes: [UInt8]) -> [String] {
    guard bytes.allSatisfy(isPlain) else { return whole(bytes) }
    return lines(of: bytes).filter { concernsSwift($0, tool: $0.prefix { $0 != " " && $0 != "\t" }) }
  }

  /// Returns the lines of a `mise.toml` that count: all outside of `[tools]`, and those of Swift in it. Texts with the
  /// same lines differ in versions of other tools alone.
  static func decisiveTable(in bytes: [UInt8]) -> [String] {
    guard bytes.allSatisfy(isPlain) else { return whole(bytes) }
    var found: [String] = []
    var tools: Set<String>?
    var isInTools = false
    for line in lines(of: bytes) {
      // A text over several lines may hold anything, as may another spelling of the table.
      if ["\"\"\"", "'''", "\\"].contains(where: line.contains) { return whole(bytes) }
      if line.hasPrefix("[tools]"), isEnd(line.dropFirst("[tools]".count)[...]) {
        guard tools == nil else { return whole(bytes) }
        (tools, isInTools) = ([], true)
      } else if line.drop(while: { "[\"' ".contains($0) }).hasPrefix("tools") {
        return whole(bytes)
      } else if isInTools, !line.hasPrefix("[") {
        guard let tool = tool(of: line), tools?.insert(tool).inserted ?? false else { return whole(bytes) }
        if concernsSwift(line, tool: tool[...]) { found.append("in [tools] \(line)") }
      } else {
        isInTools = false
        found.append("outside \(line)")
      }
    }
    return found
  }

  private static func whole(_ bytes: [UInt8]) -> [String] { ["whole \(bytes)"] }

  /// False for bytes that may hide a line or end one: other line ends, marks at the start, all but ASCII.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20...0x7E).contains(byte) || byte == 9 || byte == 10
  }

  /// Returns the lines without blanks around them, but for empty ones and comments.
  private static func lines(of bytes: [UInt8]) -> [String] {
    bytes.split(separator: 10).map { line in
      let start = line.drop { $0 == 0x20 || $0 == 9 }
      let end = start.lastIndex { $0 != 0x20 && $0 != 9 } ?? start.startIndex
      return String(decoding: start.prefix(through: end), as: UTF8.self)
    }.filter { !$0.isEmpty && !$0.hasPrefix("#") }
  }

  /// Returns true where the tool or its version may be a toolchain. Linters of Swift are none.
  private static func concernsSwift(_ line: String, tool: Substring) -> Bool {
    let (line, tool) = (line.lowercased(), tool.lowercased())
    let isLinter = ["swiftlint", "swiftformat"].contains(tool.split { $0 == ":" || $0 == "/" }.last)
    let text = isLinter ? line.replacing(tool, with: "") : line
    return text.contains("swift") || text.contains("xcode")
  }

  /// Returns the tool of `tool = "1.2"` or `tool = ["1.2", "2"]`; nil for any other line.
  private static func tool(of line: String) -> String? {
    var rest = line[...]
    guard let tool = text(&rest) ?? word(&rest), take("=", &rest) else { return nil }
    if take("[", &rest) {
      repeat { guard text(&rest) != nil else { return nil } } while take(",", &rest)
      guard take("]", &rest) else { return nil }
    } else if text(&rest) == nil {
      return nil
    }
    return isEnd(rest) ? tool : nil
  }

  private static func isEnd(_ rest: Substring) -> Bool {
    rest.first { $0 != " " && $0 != "\t" }.map { $0 == "#" } ?? true
  }

  private static func take(_ mark: Character, _ rest: inout Substring) -> Bool {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.first == mark else { return false }
    rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
    return true
  }

  /// Takes a text in quotes. Escapes and templates, which may run programs, are not understood.
  private static func text(_ rest: inout Substring) -> String? {
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let inside = rest.dropFirst().prefix { $0 != quote }
    guard inside.endIndex < rest.endIndex, !inside.contains(where: { "\\{}".contains($0) }) else {
      return nil
    }
    rest = rest[rest.index(after: inside.endIndex)...]
    return String(inside)
  }

  private static func word(_ rest: inout Substring) -> String? {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    rest = rest[word.endIndex...]
    return word.isEmpty ? nil : String(word)
  }
}

/// Reads files of Git's attributes, as far as they decide the contents of a checkout.
package enum AttributesFile {
  package static let fileName = ".gitattributes"

  /// Attributes that decide how hosts and Git show, merge and export files.
  package static let harmlessNames = ["linguist-*", "diff", "merge", "export-*"]

  /// Returns the lines that may decide the contents of a checkout, in order, without attributes that do not. Texts with
  /// the same lines give the same checkout.
  package static func decisive(in bytes: [UInt8]) -> [String] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return ["\(bytes)"] }
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      String(line).split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    }.filter { $0.first.map { !$0.hasPrefix("#") } ?? false }
    // A macro may give any name another meaning, and a pattern in quotes may contain blanks.
    guard !lines.contains(where: { $0[0].hasPrefix("[attr]") || $0[0].hasPrefix("\"") }) else {
      return lines.map { $0.joined(separator: " ") }
    }
    return lines.compactMap { words in
      let attributes = words.dropFirst().filter { !isHarmless($0) }
      return attributes.isEmpty ? nil : ([words[0]] + attributes).joined(separator: " ")
    }
  }

  /// Returns true for a harmless attribute, written as `name`, `-name`, `!name` or `name=value`.
  private static func isHarmless(_ attribute: String) -> Bool {
    let name = attribute.drop { $0 == "-" || $0 == "!" }.prefix { $0 != "=" }
    return harmlessNames.contains { pattern in
      pattern.hasSuffix("*") ? name.hasPrefix(pattern.dropLast()) : name == pattern
    }
  }
}
