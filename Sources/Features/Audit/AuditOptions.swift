import Arguments

struct AuditOptions: Sendable, Hashable {
  /// The files, each as `FILE` or `REV=FILE`.
  var files: [Argument] = []
  /// The base of each commit; nil means the first parent.
  var base: String?
  var format = InsightsFormat.text
  var platform: String?

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = arguments.arguments(.fullRuns)
    base = arguments.text(.base)
    format = try arguments.format()
    platform = arguments.text(.platform)
  }
}

extension FlagSpec {
  static let fullRuns = option(
    "junit", "[REV=]FILE", .file, arity: .many,
    "JUnit files of full test runs; REV is the tested commit, if no file or folder name has its id"
  )
}

extension AuditCommand {
  static let spec = CommandSpec(
    "audit", .automation, "Find failures of full test runs that selection would have missed",
    discussion: [
      "Give JUnit files of full test runs, such as runs of the default branch. Ambit checks if selection "
        + "would have run the failed modules. Nothing is checked out, built or run.",
      "The name of the file or its folder has the commit id, full or abbreviated. Files of one commit are "
        + "one run. Each commit is compared with its first parent, or with '--base'.",
      "Exits with 1 when selection would have missed a failure. Failures that the base's run also has do "
        + "not count. Exits with 2 when a file cannot be read, or the module of a failed case is unknown.",
    ],
    flags: [.fullRuns, .base, .platform, .format(InsightsFormat.self)],
    mainFlags: [.fullRuns, .base, .format(InsightsFormat.self)],
    examples: [
      Example("ambit audit --junit ci/*.xml", "files like ci/tests-1a2b3c4d.xml"),
      Example("ambit audit --junit main~1=before.xml main=after.xml", "two files, with their commits"),
      Example("ambit audit --base main --junit prs/*/junit.xml", "runs of pull requests"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try AuditOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
