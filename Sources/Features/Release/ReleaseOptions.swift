import Arguments

enum ReleaseFormat: String, OutputFormat {
  case text, json, markdown
}

struct ReleaseOptions: Sendable, Hashable {
  /// The packages, as typed; empty means every package.
  var packages: [Argument] = []
  /// A file with more packages; `-` is standard input.
  var moduleList: Argument?
  var allowsEmpty = false
  /// The commit to release; nil means the last commit.
  var head: String?
  var format = ReleaseFormat.text
  /// True to list the commits since the last release.
  var showsChangelog = false
  /// True to check the tags on the released commit.
  var check = false

  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    packages = Array(arguments.positionals.dropFirst())
    moduleList = arguments.argument(.moduleList)
    allowsEmpty = arguments.has(.allowEmpty)
    head = arguments.text(.releaseHead)
    format = try arguments.format()
    showsChangelog = arguments.has(.changelog)
    check = arguments.has(.checkRelease)
  }
}

extension FlagSpec {
  static let releaseHead = option(
    "head", "REV", .revision, default: "HEAD", "The commit that is to be released")
  static let changelog = toggle(
    "changelog", "List the commits since the last release that touched each package")
  static let checkRelease = toggle(
    "check", "Exit with status 1 when a tag on the commit promises more than the package keeps")
}

extension ReleaseCommand {
  static let spec = CommandSpec(
    "release", .dependencies, "Show which packages to release, and as which versions",
    discussion: [
      "'plan' compares every package with its last release, which is a tag such as 1.2.0, v1.2.0, "
        + "Core/1.2.0 or core-1.2.0. It proposes the next version by semantic versioning, from the modules' "
        + "interfaces, the manifest's promises, and the sources. A package whose requirement keeps out a "
        + "new version has to follow, and is named with the requirement to write. Dependencies come first.",
      "A package with a repository of its own, such as a submodule, is released there. Nothing is written, tagged or pushed: "
        + "the commands for that are printed in their order, those in submodules first.",
      "'--check' is for the pipeline that a pushed tag starts. The tag on the commit itself is taken "
        + "for the release that somebody means, and its version must be high enough.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("plan", "Show the next version of each package")],
        required: true, "What to do"),
      PositionalSpec(
        "PACKAGE", .module, repeated: true,
        "The packages: '//Packages/Core', or 'Core' when a module of that name is unique"),
    ],
    flags: [
      .changelog, .checkRelease, .releaseHead, .format(ReleaseFormat.self), .moduleList,
      .allowEmpty,
    ],
    examples: [
      Example(
        "ambit release plan", "what has changed since it was released, and what that makes the next versions"),
      Example(
        "ambit release plan //Packages/Core --changelog", "one package, with the commits since its release"),
      Example("ambit release plan --check", "in the pipeline of a tag: fail when it promises too much"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try ReleaseOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
