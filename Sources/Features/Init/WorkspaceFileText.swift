import Base

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

  static let bytes = PackageResources.workspace_schema_json
}
