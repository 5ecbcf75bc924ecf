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
    "head", "REV", .revision, default: "HEAD", "The commit to release")
  static let changelog = toggle(
    "changelog", "List the commits of each package since its last release")
  static let checkRelease = toggle(
    "check", "Exit with status 1 when the version of a tag on the commit is too low")
}

extension ReleaseCommand {
  static let spec = CommandSpec(
    "release", .dependencies, "Show which packages to release, with their next versions",
    discussion: [
      "'plan' compares every package with its last release, a tag such as 1.2.0, v1.2.0, Core/1.2.0 or "
        + "core-1.2.0. It proposes the next semantic version from interfaces, manifest and sources. Packages "
        + "whose requirements exclude a new version are released too, and 'plan' prints the new requirement. "
        + "Dependencies come first.",
      "A package with its own repository, such as a submodule, is released there. Nothing is written, "
        + "tagged or pushed. Ambit prints the commands in order, submodules first.",
      "'--check' is for the pipeline of a pushed tag. The tag on the commit is the intended release, and "
        + "its version must be high enough.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: [.init("plan", "Show the next version of each package")],
        required: true, "The action"),
      PositionalSpec(
        "PACKAGE", .module, repeated: true,
        "Packages: '//Packages/Core', or 'Core' when the module name is unique"),
    ],
    flags: [
      .changelog, .checkRelease, .releaseHead, .format(ReleaseFormat.self), .moduleList,
      .allowEmpty,
    ],
    examples: [
      Example(
        "ambit release plan", "changes since the last releases, and the next versions"),
      Example(
        "ambit release plan //Packages/Core --changelog", "one package, with the commits since its release"),
      Example("ambit release plan --check", "in a tag's pipeline: fail when the version is too low"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try ReleaseOptions(arguments)
  }

  var answersInJSON: Bool { options.format == .json }
}
