/// Flags of an earlier version. For one release the error about each names its replacement.
enum RemovedWords {
  /// The replacements, by command and then by flag.
  private static let flags: [String: [String: String]] = [
    "extract": [
      "--write": "make the package by the plan that `ambit extract` prints: Ambit edits no sources",
      "--owner": "name the owner of the new package in workspace.json or CODEOWNERS",
    ],
    "interface": [
      "--build": "`ambit interface` builds nothing: modules that use macros are unknown, and it says why"
    ],
    "new": [
      "--path": "the folder is the last word: `ambit new package Packages/Prices`",
      "--owner": "name the owner in CODEOWNERS or in \"owners\" of workspace.json",
      "--depends": "write the dependency into the new manifest, or into the template",
      "--no-contract": "a template makes one package; `ambit new` once more makes another",
      "--no-demo": "a template's files are all copied; leave the demo out of the template",
      "--eject": "copy a package to .ambit/templates and write {{Name}} for its name; docs/new.md shows one",
    ],
    "release": ["--apply": "`ambit release plan` prints the commands to type, in their order"],
    "report": [
      "--post":
        "`ambit report --format comment` prints the comment; docs/ci has the lines by which CI posts it"
    ],
  ]

  /// The error about a removed flag of `command`; nil when there never was such a flag.
  static func error(_ flag: String, of command: String) -> UsageError? {
    flags[command]?[flag].map { instead in
      UsageError("`ambit \(command)` has no '\(flag)' any more", hints: [instead])
    }
  }
}
