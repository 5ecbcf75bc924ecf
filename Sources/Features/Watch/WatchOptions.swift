import Arguments
import Session

extension WatchCommand {
  static let spec = CommandSpec(
    "watch", .everyday, "Run tests again on every save",
    discussion: [
      "Runs `ambit test`, or build, lint or a task, and repeats it after each change. Changes of files "
        + "that Git ignores count only when a module is made of them. A change ends a run that is under "
        + "way. What failed last runs first.",
      "Keys: 'a' runs everything, 'f' what failed, '/' only cases whose name matches, Enter the same again. 'e' opens the "
        + "first failure in $VISUAL or $EDITOR, '?' lists the keys, 'q' leaves. With '--json' every verdict is a line of "
        + "JSON.",
    ],
    positionals: [
      PositionalSpec(
        "WHAT", .watched, "What to run: test, build, lint, or the name of a task (default: test)"),
      .modules,
    ],
    flags: FlagSpec.watchedChange + [.all, .notify, .filter] + FlagSpec.watched,
    mainFlags: [.base, .all, .dependents, .filter, .notify, .configuration, .failFast], passthrough: .swift,
    examples: [
      Example("ambit watch", "test what you change while you change it"),
      Example("ambit watch //Packages/Core", "the tests of a package, on every save"),
      Example("ambit watch build //Apps/Shop", "whether one application still builds"),
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
