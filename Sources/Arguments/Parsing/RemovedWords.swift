import Base

/// Commands and flags of an earlier version. For one release the error about each names its replacement.
enum RemovedWords {
  /// The replacements of commands. Those who know Git expect that `status` tells about their change.
  static let commands = [
    "status": [
      "`ambit affected` lists what your change reaches",
      "`ambit local` lists the dependencies that use a working copy",
    ]
  ]

  /// The replacements, by command and then by flag.
  private static let flags: [String: [String: String]] = [
    "extract": [
      "--write": "create the package by the plan that `ambit extract` prints; Ambit edits no sources",
      "--owner": "name the owner of the new package in workspace.json or CODEOWNERS",
    ],
    "interface": [
      "--build": "leave it out: `ambit interface` builds nothing, and reports modules with macros as unknown"
    ],
    "new": [
      "--path": "give the folder as the last word: `ambit new package Packages/Prices`",
      "--owner": "name the owner in CODEOWNERS or in \"owners\" of workspace.json",
      "--depends": "add the dependency to the new manifest, or to the template",
      "--no-contract": "run `ambit new` once for each package",
      "--no-demo": "remove the demo from the template: all files are copied",
      "--eject": "copy a package to .ambit/templates and replace its name with {{Name}}",
    ],
    "release": ["--apply": "run the commands that `ambit release plan` prints, in their order"],
    "report": [
      "--post":
        "post the output of `ambit report --format comment`; see docs/ci"
    ],
  ]

  /// The error about a removed flag of `command`; nil when there never was such a flag.
  static func error(_ flag: String, of command: String) -> Failure? {
    flags[command]?[flag].map { instead in
      Failure.usage("`ambit \(command)` no longer has '\(flag)'", hints: [instead])
    }
  }
}
