import Support
package import Terminal

/// What `ambit init` found, and what to try next.
package enum InitText {
  package static func lines(_ report: InitReport, written file: String, width: Int?) -> [StyledText] {
    [StyledText("Wrote ", .good) + StyledText(file, .path), ""] + found(report, width: width)
      + ["", StyledText("Next", .heading)] + next(width: width)
  }

  package static func found(_ report: InitReport, width: Int?) -> [StyledText] {
    var table = Table(columns: [.init(), .init(), .init(truncation: .tail)])
    func add(_ key: String, _ value: StyledText) { table.add(["", StyledText(key, .dim), value]) }
    add("name", StyledText(report.name))
    add("packages", packages(report))
    add(
      "base",
      report.defaultBase.map { StyledText($0) } ?? StyledText("not found; set \"defaultBase\"", .warning))
    if let file = report.ownersFile {
      let names = report.teams.map(\.id).joined(separator: ", ")
      add(
        "teams",
        StyledText("\(report.teams.count) in ") + StyledText(file.description, .path)
          + StyledText(report.teams.isEmpty ? "" : ": \(names)"))
    } else {
      add("teams", StyledText("none: there is no CODEOWNERS file", .dim))
    }
    let tags = report.tags.map(\.tag).joined(separator: ", ")
    add("tags", report.tags.isEmpty ? StyledText("none", .dim) : StyledText(tags))
    return table.lines(width: width)
  }

  private static func packages(_ report: InitReport) -> StyledText {
    let count = StyledText(Wording.count(report.packageCount, "package"), .count)
    guard let patterns = report.patterns else { return count + StyledText(", all that are found") }
    return count + StyledText(" in ") + StyledText(patterns.joined(separator: ", "), .path)
  }

  private static func next(width: Int?) -> [StyledText] {
    var table = Table(columns: [.init(), .init(), .init(truncation: .tail)])
    for (command, meaning) in [
      ("ambit doctor", "check toolchain, Git, manifests and owners"),
      ("ambit affected", "see what your branch reaches"),
      ("ambit test", "build and test that, and nothing else"),
    ] {
      table.add(["", StyledText(command, .module), StyledText(meaning)])
    }
    return table.lines(width: width)
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
