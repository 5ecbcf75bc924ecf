import Arguments
import Base
import GitBridge
import Reports
import Session

/// `ambit metrics`: prints numbers about modules, packages, layers or teams.
struct MetricsCommand: CommandWithOptions {
  let options: MetricsOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report = try MetricsPreparation.open(options, world, global).report()
    let width = options.format == .text ? console.output.width : nil
    console.answer(
      MetricsDocument(width: width, showsAll: console.isVerbose).document(report),
      json: MetricsJSON.text(report), report.warnings, as: options.format, width: width)
    return .success
  }
}

struct MetricsOptions: CommandOptions {
  /// The modules that have rows, and their revision.
  var selection = SelectionOptions()
  var format = DocumentFormat.text
  var by = MetricsGrouping.module
  /// The measure that rows are sorted by; nil for the order of names.
  var order: Measure?
  /// The revision to compare with.
  var since: String?
  /// The number of days whose commits count as changes.
  var days = 90
  /// True to look up coverage. The lookup computes keys.
  var measuresCoverage = false
  /// Files with coverage from elsewhere.
  var coverageFiles: [Argument] = []
  /// The arguments for SwiftPM of the runs whose coverage is looked up.
  var swiftArguments = SwiftArguments()

  init(_ arguments: ParsedArguments) throws(Failure) {
    selection = try SelectionOptions(arguments, modules: arguments.positionals)
    format = try arguments.format()
    by = arguments.choice(.metricsBy) ?? by
    order = arguments.text(.metricsOrder).flatMap { word in Measure.columns.first { $0.word == word } }
    since = arguments.text(.metricsDiff)
    days = arguments.integer(.metricsDays) ?? days
    measuresCoverage = arguments.has(.metricsCoverage)
    if measuresCoverage { swiftArguments.measureCoverage() }
    coverageFiles = arguments.arguments(.coverageFrom)
  }
}

extension FlagSpec {
  static let metricsBy = option(
    "by", "WHAT", .choice(MetricsGrouping.allCases.map(\.rawValue)), default: MetricsGrouping.module.rawValue,
    "Print one row for each")
  static let metricsOrder = option(
    "sort", "NAME", .choice(["name"] + Measure.columns.map(\.word)), default: "name",
    "Sort by this column, the largest first")
  static let metricsDiff = option(
    "diff", "REV", .revision, "Compare with this revision: before, after, new and removed")
  static let metricsDays = option(
    "days", "N", .integer(1...36_500), default: "90",
    "Count changes in the last N days before the head commit")
  static let metricsCoverage = toggle(
    "coverage", "Also show coverage that `ambit test --coverage` recorded for the current files")
  static let coverageFrom = option(
    "coverage-from", "FILE", .file, arity: .many, conflicts: ["coverage", "diff"],
    "Read coverage from these lcov files, of shards or other tools")
}

extension MetricsCommand {
  static let spec = CommandSpec(
    "metrics", .architecture, "Measure lines, tests, coupling and changes by module or team",
    discussion: [
      "Code lines exclude comments and blanks; test code is separate. Test cases are those that sources "
        + "declare. Fan-in counts direct dependents elsewhere, fan-out direct dependencies, both without "
        + "tests. Instability is fan-out / (fan-in + fan-out). Depth is the longest dependency chain. "
        + "Dependents are all modules that a change affects, with their tests and recent seconds.",
      "Seconds come from this machine's history. An unknown value is '-', in JSON null. Changes are "
        + "commits that touched the files.",
      "'--diff' measures another revision without a checkout, and shows the differences.",
      "Limits are rules of `ambit lint`: \"rules\": {\"metrics\": [{\"match\": \"//Core:*\", \"code\": {\"max\": 20000}}]}.",
    ],
    positionals: [.namedModules],
    flags: [
      .format(DocumentFormat.self), .metricsBy, .metricsOrder, .metricsDiff, .metricsDays, .metricsCoverage,
      .coverageFrom, .head, .tag,
      .notTag,
      .moduleList, .platform, .allowEmpty,
    ],
    mainFlags: [.metricsBy, .metricsOrder, .metricsDiff, .metricsCoverage, .format(DocumentFormat.self)],
    examples: [
      Example("ambit metrics --by package --sort code", "the largest packages first"),
      Example("ambit metrics --by team", "the totals of each team"),
      Example("ambit metrics --diff main", "the differences by your branch"),
      Example("ambit metrics //Packages/Core --sort changes", "the most changed modules of a package"),
    ]
  )
}

/// The result of `ambit metrics`, of one revision or of two.
struct MetricsReport: Sendable {
  let revisions: ComparedRevisions
  let by: MetricsGrouping
  let rows: [MetricsRow]
  let total: MetricsRow
  /// The commits that count as changes; nil before the first commit.
  let window: RecentCommits?
  let warnings: [Warning]

  var isComparison: Bool { revisions.base != nil }
}

enum MetricsJSON {
  static func text(_ report: MetricsReport) -> String {
    let window = report.window.map { window -> JSON in
      [
        "days": window.days, "commits": window.count, "isCut": window.isCut,
        "isLimited": window.isLimited,
      ]
    }
    return JSON.report([
      "base": report.revisions.base?.json, "head": report.revisions.head.json, "by": report.by.rawValue,
      "changes": window, "rows": report.rows.lazy.map { row($0, report.isComparison) },
      "total": row(report.total, report.isComparison), "warnings": report.warnings,
    ])
  }

  /// The numbers of one revision are in `measures`; those of two in `before`, `after` and `difference`.
  private static func row(_ row: MetricsRow, _ compares: Bool) -> JSON {
    guard compares else { return ["name": row.name, "measures": measures { row.value($0) }] }
    let isInBoth = row.before != nil && row.after != nil
    return [
      "name": row.name, "before": row.before.map { before in measures { $0.value(in: before) } },
      "after": row.after.map { after in measures { $0.value(in: after) } },
      "difference": isInBoth ? measures { row.difference($0) } : nil,
    ]
  }

  private static func measures(_ value: (Measure) -> Double?) -> JSON {
    JSON(
      fields: Measure.allCases.map { measure in
        let number = value(measure)
        let value: any JSONValue = if measure.isFractional { number } else { number.map { Int($0) } }
        return (measure.rawValue, value)
      })
  }
}
