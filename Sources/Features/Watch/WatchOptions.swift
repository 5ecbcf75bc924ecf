import Arguments
import Session

extension WatchCommand {
  static let spec = CommandSpec(
    "watch", .everyday, "Run tests again on every save",
    discussion: [
      "Ambit runs tests, a build, lint or a task, and repeats the run after each change. Changes of "
        + "ignored files count only if a module has these files. A change stops the current run. The last "
        + "failures run first.",
      "Keys: 'a' runs everything, 'f' the failures, '/' cases with matching names, Enter the same again. "
        + "'e' opens the first failure in $VISUAL or $EDITOR, '?' lists the keys, 'q' quits. With '--json', "
        + "every verdict is a line of JSON.",
    ],
    positionals: [
      PositionalSpec(
        "WHAT", .watched, "The command: test, build, lint, or a task's name (default: test)"),
      .modules,
    ],
    flags: FlagSpec.watchedChange + [.all, .notify, .filter] + FlagSpec.watched,
    mainFlags: [.base, .all, .dependents, .filter, .notify, .configuration, .failFast], passthrough: .swift,
    examples: [
      Example("ambit watch", "test your changes on every save"),
      Example("ambit watch //Packages/Core", "the tests of a package, on every save"),
      Example("ambit watch build //Apps/Shop", "build one application on every save"),
      Example("ambit watch test Cart", "the tests of one module, on every save"),
      Example("ambit watch test CartTests --filter Totals", "some cases of one module"),
      Example("ambit watch lint", "the rules, on every save"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = WatchOptions(arguments)
    for reason in [WatchOptions.Reason.changes, .all, .failed] {
      let words = options.words(for: reason)
      // Words that do not suit the command are refused now, and not after every save.
      guard words.first != "run" else { continue }
      _ = try Ambit.request(words)
    }
  }
}
