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

    init(_ names: String, _ reason: String) {
      self.names = names.split(separator: " ").map(String.init)
      self.reason = reason
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
      ".swift-format .swiftformat .swiftlint.yml .spi.yml .licenseignore .unacceptablelanguageignore .flake8 "
        + ".yamllint*", "linters and indexes"),
    Row(
      "CMakeLists.txt *.cmake *.bazel *.bzl .bazelversion .bazelrc .bcr/ *.podspec *.podspec.json Gemfile* "
        + "Mintfile Brewfile", "other build systems and package managers"),
    Row("Dockerfile *.dockerfile", "images"),
    Row(".DS_Store .swiftpm/xcode/", "settings of Finder and Xcode"),
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
  init(_ value: ConfigValue) throws(ConfigError) {
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
