import Arguments

enum MetricsFormat: String, OutputFormat {
  case text, json, markdown
}

/// The unit of a row.
enum MetricsBy: String, Sendable, Hashable, CaseIterable {
  case module, package, layer, team
}

/// The value that rows are sorted by.
enum MetricsOrder: String, Sendable, Hashable, CaseIterable {
  case name, lines, code, tests, coverage, instability, depth, dependents, changes
  case testCode = "test-code"
  case fanIn = "fan-in"
  case fanOut = "fan-out"
  case testSeconds = "test-seconds"
  case buildSeconds = "build-seconds"
  case dependentTests = "dependent-tests"
  case dependentSeconds = "dependent-seconds"
}

struct MetricsOptions: Sendable, Hashable {
  /// The modules that have rows, and their revision.
  var selection = SelectionOptions()
  var format = MetricsFormat.text
  var by = MetricsBy.module
  var order = MetricsOrder.name
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

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    selection = try SelectionOptions(arguments, modules: arguments.positionals)
    format = try arguments.format()
    by = arguments.choice(.metricsBy) ?? by
    order = arguments.choice(.metricsOrder) ?? order
    since = arguments.text(.metricsDiff)
    days = arguments.integer(.metricsDays) ?? days
    measuresCoverage = arguments.has(.metricsCoverage)
    if measuresCoverage { swiftArguments.measureCoverage() }
    coverageFiles = arguments.arguments(.coverageFrom)
  }
}

extension FlagSpec {
  static let metricsBy = option(
    "by", "WHAT", .choice(MetricsBy.allCases.map(\.rawValue)), default: MetricsBy.module.rawValue,
    "Have one row for each of these")
  static let metricsOrder = option(
    "sort", "NAME", .choice(MetricsOrder.allCases.map(\.rawValue)), default: MetricsOrder.name.rawValue,
    "Sort the rows by this, the largest first")
  static let metricsDiff = option(
    "diff", "REV", .revision, "Compare with this revision: before, after, and what is new or gone")
  static let metricsDays = option(
    "days", "N", .integer(1...36_500), default: "90",
    "Count changes over the commits of so many days before the head's commit")
  static let metricsCoverage = toggle(
    "coverage", "Also say what `ambit test --coverage` recorded for the files as they are")
  static let coverageFrom = option(
    "coverage-from", "FILE", .file, arity: .many, conflicts: ["coverage", "diff"],
    "Take coverage from these files in lcov's form: those of shards, or of other tools")
}

extension MetricsCommand {
  static let spec = CommandSpec(
    "metrics", .architecture, "Measure lines, tests, coupling and changes by module or team",
    discussion: [
      "Lines are those of sources, code apart from comments and blanks, and tests apart from the rest. "
        + "Test cases are counted as sources declare them. Fan-in counts the modules elsewhere that need "
        + "these directly, and fan-out those that these need, tests aside. Instability is fan-out divided "
        + "by both; depth is the longest chain of modules below. Dependents are all modules that a change "
        + "here affects, with the tests that then run and their recent seconds.",
      "Seconds come from this machine's history; what it does not know is '-', in JSON null. Changes are commits that touched "
        + "the files.",
      "'--diff' measures another revision the same way, without checking it out, and shows what differs.",
      "Limits are rules of `ambit lint`: \"rules\": {\"metrics\": [{\"match\": \"//Core:*\", \"code\": {\"max\": 20000}}]}.",
    ],
    positionals: [.modules],
    flags: [
      .format(MetricsFormat.self), .metricsBy, .metricsOrder, .metricsDiff, .metricsDays, .metricsCoverage,
      .coverageFrom, .head, .tag,
      .notTag,
      .moduleList, .platform, .allowEmpty,
    ],
    mainFlags: [.metricsBy, .metricsOrder, .metricsDiff, .metricsCoverage, .format(MetricsFormat.self)],
    examples: [
      Example("ambit metrics --by package --sort code", "the largest packages first"),
      Example("ambit metrics --by team", "what each team has to carry"),
      Example("ambit metrics --diff main", "what your branch makes of it"),
      Example("ambit metrics //Packages/Core --sort changes", "the modules of a package that change most"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try MetricsOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
