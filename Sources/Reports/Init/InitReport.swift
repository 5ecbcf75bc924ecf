package import Support
package import Terminal

/// A proposed `workspace.json`, part by part.
package struct InitReport: Sendable, Hashable {
  package struct Team: Sendable, Hashable {
    package let id: String
    package let handle: String

    package init(id: String, handle: String) {
      self.id = id
      self.handle = handle
    }
  }

  package struct Tag: Sendable, Hashable {
    package let match: String
    package let tag: String

    package init(match: String, tag: String) {
      self.match = match
      self.tag = tag
    }
  }

  package let name: String
  package let defaultBase: String?
  package let packageCount: Int
  /// nil when no short list of patterns says what is there.
  package let patterns: [String]?
  package let teams: [Team]
  /// Where the teams were found.
  package let ownersFile: RelativePath?
  package let tags: [Tag]
  /// Patterns of files that are there, and that neither builds nor tests look at.
  package let ignored: [String]
  /// Sentences about files that may be of that kind: a person decides.
  package let doubtful: [String]

  package init(
    name: String, defaultBase: String?, packageCount: Int, patterns: [String]?, teams: [Team],
    ownersFile: RelativePath?, tags: [Tag], ignored: [String],
    doubtful: [String] = []
  ) {
    self.name = name
    self.defaultBase = defaultBase
    self.packageCount = packageCount
    self.patterns = patterns
    self.teams = teams
    self.ownersFile = ownersFile
    self.tags = tags
    self.ignored = ignored
    self.doubtful = doubtful
  }
}

/// What `ambit init` found, and what to try next.
package enum InitText {
  package static func lines(_ report: InitReport, written file: String, width: Int?) -> [StyledText] {
    let next: KeyValuePairs = [
      "ambit doctor": "check toolchain, Git, manifests and owners",
      "ambit affected": "see what your branch reaches",
      "ambit test": "build and test that, and nothing else",
    ]
    return ["\("Wrote ", .good)\(file, .path)", ""] + found(report, width: width)
      + .section(
        "Next",
        Table.indented([.left, .end()], next.map { ["\($0.key, .module)", "\($0.value)"] }, width: width))
  }

  package static func found(_ report: InitReport, width: Int?) -> [StyledText] {
    let places: StyledText =
      report.patterns.map { " in \($0.joined(separator: ", "), .path)" } ?? ", all that are found"
    let base = report.defaultBase.map { StyledText($0) }
    let names = report.teams.isEmpty ? "" : ": \(report.teams.map(\.id).joined(separator: ", "))"
    let teams: StyledText? = report.ownersFile.map { "\(report.teams.count) in \($0, .path)\(names)" }
    let tags = report.tags.map(\.tag).joined(separator: ", ")
    let facts: KeyValuePairs<String, StyledText> = [
      "name": "\(report.name)",
      "packages": "\(Wording.count(report.packageCount, "package"), .count)\(places)",
      "base": base ?? StyledText("not found; set \"defaultBase\"", .warning),
      "teams": teams ?? StyledText("none: there is no CODEOWNERS file", .dim),
      "tags": tags.isEmpty ? StyledText("none", .dim) : StyledText(tags),
    ]
    return Table.indented([.left, .end()], facts.map { ["\($0.key, .dim)", $0.value] }, width: width)
  }
}

/// `ambit init --json`.
package enum InitJSON {
  /// Where the schema was written, by itself.
  package static func text(schema: String) -> String {
    JSON.report(["schemaFile": schema])
  }

  /// `written`: whether the file is there now.
  package static func text(_ report: InitReport, file: String, contents: String, written: Bool) -> String {
    JSON.report([
      "file": file, "written": written, "name": report.name, "defaultBase": report.defaultBase,
      "packageCount": report.packageCount, "packages": report.patterns ?? [],
      "teams": report.teams.map(\.id), "tags": report.tags.map(\.tag), "contents": contents,
    ])
  }
}
