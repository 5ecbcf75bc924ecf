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
    "JUnit files of runs of all tests; REV is the commit that was tested, where no id in the names of file and folders says that"
  )
}

extension AuditCommand {
  static let spec = CommandSpec(
    "audit", .automation, "Find failures of full test runs that selection would have missed",
    discussion: [
      "Give it the JUnit files of runs of all tests, such as those of the default branch. For each it says whether selection "
        + "would have run the modules of the cases that failed. Nothing is checked out, built or run.",
      "A file belongs to the commit whose id, whole or abbreviated, stands in its name, else in that of its folder. Files of one commit "
        + "are one run. The change of a commit is that since its first parent, or since '--base'.",
      "It exits with 1 when a failure would have been missed. Its module is not selected then, and the "
        + "case did not fail in the base's run, where that is known. It exits with 2 when a file cannot be "
        + "read, or when no known module has a case that failed.",
    ],
    flags: [.fullRuns, .base, .platform, .format(InsightsFormat.self)],
    mainFlags: [.fullRuns, .base, .format(InsightsFormat.self)],
    examples: [
      Example("ambit audit --junit ci/*.xml", "files like ci/tests-1a2b3c4d.xml"),
      Example("ambit audit --junit main~1=before.xml main=after.xml", "the commits of two files"),
      Example("ambit audit --base main --junit prs/*/junit.xml", "runs of pull requests"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try AuditOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
