import Base
import Reports

/// A proposed `workspace.json`, part by part.
struct InitReport: Sendable, Hashable {
  struct Team: Sendable, Hashable {
    let id: String
    let handle: String
  }

  struct Tag: Sendable, Hashable {
    let match: String
    let tag: String
  }

  let name: String
  let defaultBase: String?
  let packageCount: Int
  /// The patterns of `packages`; nil when no short list of patterns covers all packages.
  let patterns: [String]?
  let teams: [Team]
  /// The CODEOWNERS file with the teams.
  let ownersFile: RelativePath?
  let tags: [Tag]
  /// Patterns of existing files that neither builds nor tests read.
  let ignored: [String]
  /// Sentences about files that builds or tests may read: a person decides.
  var doubtful: [String] = []
  /// Patterns of modules that only Apple's systems can build.
  var appleModules: [String] = []
  /// The Xcode projects; nil where Xcode builds nothing.
  var app: InitApp?
  /// The tests of past commits; nil where no commit could be looked at.
  var past: ReplayGlance?
}

/// The output of `ambit init`: the parts that it found, and the next commands to try.
enum InitText {
  static func lines(_ report: InitReport, written file: String, width: Int?) -> [StyledText] {
    let next = [
      ("ambit doctor", "check toolchain, Git, manifests and owners"),
      ("ambit test --all", "run every test once; later runs reuse what passed"),
      ("ambit affected", "see what your branch reaches"),
      ("ambit test", "build and test only that, also in CI"),
    ].filter { report.packageCount > 0 || !$0.0.hasPrefix("ambit test") }
    let schema = StyledText("and \(WorkspaceSchema.path), for checks in editors; commit both", .dim)
    return ["\("Wrote ", .good)\(file, .path)", schema, ""] + found(report, width: width)
      + .section(
        "Next",
        Table.indented([.left, .end()], next.map { ["\($0.0, .module)", "\($0.1)"] }, width: width))
  }

  static func found(_ report: InitReport, width: Int?) -> [StyledText] {
    let places: StyledText =
      report.patterns.map { " in \($0.joined(separator: ", "), .path)" } ?? ", in all folders"
    let base = report.defaultBase.map { StyledText($0) }
    let names = report.teams.isEmpty ? "" : ": \(report.teams.map(\.id).joined(separator: ", "))"
    let teams: StyledText? = report.ownersFile.map { "\(report.teams.count) in \($0, .path)\(names)" }
    let tags = report.tags.map(\.tag).joined(separator: ", ")
    let hosts = NameList.text(report.appleModules, room: 60)
    let facts: [(String, StyledText)] =
      [
        ("name", "\(report.name)"),
        (
          "packages",
          "\(Wording.count(report.packageCount, "package"), .count)\(report.packageCount > 0 ? places : "")"
        ),
      ] + (report.app.map(facts) ?? []) + [
        ("base", base ?? StyledText("not found; set \"defaultBase\"", .warning)),
        ("teams", teams ?? StyledText("none: there is no CODEOWNERS file", .dim)),
        ("tags", tags.isEmpty ? StyledText("none", .dim) : StyledText(tags)),
      ]
      + (hosts.isEmpty ? [] : [("hosts", "only macOS builds \(hosts)")])
    let past = report.past?.sentences(report.app == nil ? "test module" : "test bundle") ?? []
    return Table.indented([.left, .end()], facts.map { ["\($0.0, .dim)", $0.1] }, width: width)
      + (past.isEmpty ? [] : [""] + past.map { StyledText($0) }) + (report.app.map(proposals) ?? [])
  }

  private static func facts(_ app: InitApp) -> [(String, StyledText)] {
    let targets = "\(Wording.count(app.targets, "target")), \(Wording.count(app.bundles, "test bundle"))"
    let names = Set(app.schemes.map(\.name)).count
    let plans = app.schemes.count { $0.plan != nil }
    let planned = plans > 0 ? ", with \(Wording.count(plans, "plan"))" : ""
    let schemes: StyledText =
      names == 0
      ? StyledText("no shared scheme runs tests", .warning)
      : "\(Wording.count(names, "scheme"), .count) \(names == 1 ? "runs" : "run") tests\(planned)"
    let calls = app.calls.map(\.file).uniqued().map { file -> (String, StyledText) in
      let titles = app.calls.filter { $0.file == file && $0.isSaid }.map(\.scheme.title)
      let what =
        titles.isEmpty
        ? "runs tests without naming the scheme" : "tests \(titles.joined(separator: "; "))"
      return ("CI", "\(file, .path) \(what)")
    }
    return [
      ("projects", "\(Wording.count(app.projects, "project"), .count) with \(targets)"), ("schemes", schemes),
    ] + calls.prefix(4)
  }

  /// The proposed lines have no indentation, so that they can be copied.
  private static func proposals(_ app: InitApp) -> [StyledText] {
    app.proposals.flatMap { file, lines in
      [StyledText].section(
        "To run only what is affected\(file.map { ", in \($0)" } ?? "")", lines.map { StyledText($0) })
    }
  }
}

enum InitJSON {
  /// The report of `ambit init --schema`: the path of the written schema.
  static func text(schema: String) -> String {
    JSON.report(["schemaFile": schema])
  }

  /// `written` is true when the file exists now.
  static func text(_ report: InitReport, file: String, contents: String, written: Bool) -> String {
    JSON.report([
      "file": file, "written": written, "name": report.name, "defaultBase": report.defaultBase,
      "packageCount": report.packageCount, "packages": report.patterns ?? [],
      "teams": report.teams.map(\.id), "tags": report.tags.map(\.tag), "appleModules": report.appleModules,
      "app": OptionalField(report.app?.json), "past": OptionalField(report.past?.json), "contents": contents,
    ])
  }
}

extension ReplayGlance {
  /// The sentences for people; empty without tests. `noun` is the word for a test: `test module`.
  func sentences(_ noun: String) -> [String] {
    guard let part = share.part else { return [] }
    let last = asked == 1 ? "the last commit" : "the last \(asked) commits"
    let commits = share.commits == asked ? last : "\(share.commits) of \(last)"
    let what = "Over \(commits) Ambit would have run \(Wording.percent(part)) of the \(noun)s."
    let idle = share.idle > 0 ? "\(Wording.count(share.idle, "commit")) would have run none." : nil
    let late =
      share.commits < asked
      ? "There was no time for older commits: `ambit insights replay` covers them." : nil
    let unknown =
      share.unknown > 0
      ? "\(Wording.count(share.unknown, "commit")) could not be analysed: all tests count." : nil
    return [what] + [idle, unknown, late].compactMap(\.self)
  }

  var json: JSON {
    [
      "commits": share.commits, "asked": asked, "selected": share.selected, "all": share.all,
      "idle": share.idle,
      "unknown": share.unknown,
    ]
  }
}

/// The text of a proposed `workspace.json`, with a comment for each key.
enum WorkspaceFileText {
  /// `schema` is the path of the schema for editors; nil leaves the key out.
  static func text(_ report: InitReport, schema: String? = nil) -> String {
    let sections = [
      (schema.map { ["\"$schema\": \($0.compactJSON),"] } ?? []) + ["\"version\": 1,"],
      section("The name of the workspace in reports.", "\"name\": \(report.name.compactJSON),"),
      base(report), packages(report), teams(report), tags(report), ignored(report), modules(report),
      platforms,
    ].filter { !$0.isEmpty }
    let body = sections.map { $0.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n") }
    return """
      // Settings of this workspace for Ambit, beside its manifests. Every key may be left out.
      {
      \(body.joined(separator: "\n\n"))
      }

      """
  }

  private static func section(_ comment: String, _ lines: String...) -> [String] { ["// \(comment)"] + lines }

  private static func base(_ report: InitReport) -> [String] {
    guard let base = report.defaultBase else {
      return section(
        "The base of a change. No base was found in this clone.", "// \"defaultBase\": \"origin/main\",")
    }
    return section(
      "The base of a change when neither --base, $AMBIT_BASE nor the CI names one.",
      "\"defaultBase\": \(base.compactJSON),")
  }

  private static func packages(_ report: InitReport) -> [String] {
    guard let patterns = report.patterns else { return [] }
    return [
      "// The folders of packages. A new package elsewhere needs a new pattern here. Without this key every",
      "// folder with a Package.swift is one. \"exclude\" leaves folders out.",
    ] + list("packages", patterns.map(\.compactJSON))
  }

  private static func teams(_ report: InitReport) -> [String] {
    guard !report.teams.isEmpty else {
      return section(
        "The owners of modules, for `ambit owners`. A CODEOWNERS file is read too.",
        "// \"teams\": {\"payments\": {\"name\": \"Payments\", \"contact\": \"#payments\", "
          + "\"handles\": [\"@shop/payments\"]}},",
        "// \"owners\": {\"rules\": [{\"match\": \"//Packages/Pay*\", \"teams\": [\"payments\"]}]},")
    }
    let entries = report.teams.map { "\($0.id.compactJSON): {\"handles\": [\($0.handle.compactJSON)]}" }
    return section(
      "Teams for the names in CODEOWNERS; \"name\" and \"contact\" can be added.", "\"teams\": {")
      + entries.map { "  \($0)," } + ["},"]
  }

  private static func tags(_ report: InitReport) -> [String] {
    guard !report.tags.isEmpty else {
      return section(
        "Tags select modules (--tag), and rules name them.",
        "// \"tags\": [{\"match\": \"//Packages/Core*\", \"tags\": [\"layer:core\"]}],")
    }
    let entries = report.tags.map {
      "{\"match\": \($0.match.compactJSON), \"tags\": [\($0.tag.compactJSON)]}"
    }
    return section("Tags select modules (--tag), and rules name them.", "\"tags\": [")
      + entries.map { "  \($0)," } + ["],"]
  }

  private static func ignored(_ report: InitReport) -> [String] {
    report.doubtful.map { "// \($0)" } + ignoredFiles(report)
  }

  private static func ignoredFiles(_ report: InitReport) -> [String] {
    guard !report.ignored.isEmpty else {
      return section(
        "Files that affect nothing (ignore) or everything (global), besides the defaults.",
        "// \"inputs\": {\"ignore\": [\"Design/**\"], \"global\": [\"toolchain.env\"]},")
    }
    return section(
      "Files that probably affect nothing. Check the list, then remove the slashes.", "// \"inputs\": {")
      + list("ignore", report.ignored.map(\.compactJSON)).map { "//   \($0)" } + ["// },"]
  }

  private static func modules(_ report: InitReport) -> [String] {
    guard !report.appleModules.isEmpty else {
      return section(
        "Files outside a module's folder that the module reads, and settings of its tests.",
        "// \"modules\": {\"//Apps/Shop:ShopTests\": {\"inputs\": [\"Shared/**\"], \"test\": {\"timeout\": 120}}},"
      )
    }
    let entries = report.appleModules.map { "  \($0.compactJSON): {\"hosts\": [\"macos\"]}," }
    return section(
      "Modules that import Apple frameworks on every system. Other systems skip and report them.",
      "\"modules\": {") + entries + ["},"]
  }

  private static let platforms = section(
    "Name platforms to ignore dependencies that only other platforms need.",
    "// \"platforms\": [\"linux\"],")

  /// A list on one line where it fits, otherwise with one value on each line.
  private static func list(_ key: String, _ values: [String]) -> [String] {
    let line = "\"\(key)\": [\(values.joined(separator: ", "))],"
    if line.utf8.count <= 96 { return [line] }
    return ["\"\(key)\": ["] + values.map { "  \($0)," } + ["],"]
  }
}

/// The schema of `workspace.json` in this version of Ambit, for editors. `ambit init` writes it into the repository,
/// since editors cannot reach the one within Ambit.
enum WorkspaceSchema {
  /// The path of the schema, relative to the folder of `workspace.json`. A change below `.ambit` selects no module.
  static let path = ".ambit/workspace.schema.json"

  static var bytes: [UInt8] { EmbeddedFiles.schema }
}
