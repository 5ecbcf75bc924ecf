package import Base

/// The change, and the flags that choose among the modules that it reaches.
package struct SelectionOptions: Sendable, Hashable {
  package enum Change: Sendable, Hashable {
    /// The difference between two revisions. A nil base is found from the environment and the configuration. A nil head
    /// is the working tree.
    case revisions(base: String?, head: String?, fromMergeBase: Bool)
    case files([Argument])
    /// The files named on standard input.
    case filesFromInput
  }

  package var change = Change.revisions(base: nil, head: nil, fromMergeBase: true)
  package var all = false
  /// The number of steps to follow from a changed module; nil means no limit.
  package var depth: Int?
  package var tags: [String] = []
  package var notTags: [String] = []
  /// The modules, as typed; empty means every module.
  package var modules: [Argument] = []
  /// A file with more modules; `-` is standard input.
  package var moduleList: Argument?
  package var platform: String?
  /// True when an empty selection is no error, even for a reason that looks like a mistake.
  package var allowsEmpty = false

  /// `--dependents`: the dependents of the named modules are selected too.
  package var dependents = false
  /// True when the name of a library selects its tests.
  package var namesStandForTests = false
  /// True when test bundles of Xcode projects may be named, which SwiftPM does not build.
  package var takesBundles = false
  /// True when names only filter the modules of a change, as for a page about that change.
  package var namesOnlyFilter = false

  /// True when the user names modules, even in an empty list.
  package var namesModules: Bool { !modules.isEmpty || moduleList != nil }

  /// The flags by which a run leaves out modules that the change affects, to tell such runs apart.
  package var narrowing: [String] {
    [
      modules.map { "module \($0)" }.sorted(), moduleList.map { ["list \($0)"] } ?? [],
      tags.map { "tag \($0)" }.sorted(), notTags.map { "not tag \($0)" }.sorted(),
      depth.map { ["depth \($0)"] } ?? [],
    ].flatMap(\.self)
  }

  /// True when the named modules are selected whatever has changed. A base from the environment does not count: the
  /// user did not ask for it.
  package var namesSelect: Bool {
    guard namesModules, !namesOnlyFilter else { return false }
    guard case .revisions(nil, nil, _) = change else { return all }
    return true
  }

  package init() {}

  /// Reads the selection flags that the command has.
  package init(_ arguments: ParsedArguments, modules: [Argument]) throws(Failure) {
    change = try Self.change(arguments)
    all = arguments.has(.all)
    depth = Self.depth(arguments)
    tags = arguments.texts(.tag)
    notTags = arguments.texts(.notTag)
    self.modules = modules
    moduleList = arguments.argument(.moduleList)
    platform = arguments.text(.platform)
    allowsEmpty = arguments.has(.allowEmpty)
    dependents = arguments.has(.dependents)
    if let tag = tags.first(where: notTags.contains) {
      throw Failure.usage(
        "'--tag' contradicts '--not-tag' for \(Argument(tag).quoted)",
        hints: ["remove one of the two: together they select nothing"])
    }
    if change == .filesFromInput, moduleList == "-" {
      throw Failure.usage(
        "'--files -' contradicts '--modules -': both would read standard input",
        hints: ["write one of the two lists to a file"])
    }
  }

  private static func change(_ arguments: ParsedArguments) throws(Failure) -> Change {
    let files = arguments.arguments(.files)
    if files.isEmpty {
      return .revisions(
        base: arguments.text(.base), head: arguments.text(.head), fromMergeBase: !arguments.has(.noMergeBase))
    }
    guard files.contains("-") else { return .files(files) }
    guard files.count == 1 else {
      throw Failure.usage(
        "'--files -' reads the paths from standard input and takes no others",
        hints: ["for a file named '-', write './-'"])
    }
    return .filesFromInput
  }

  private static func depth(_ arguments: ParsedArguments) -> Int? {
    switch arguments.text(.depth) {
    case "none": 0
    case "direct": 1
    default: arguments.integer(.depth)
    }
  }
}

/// The revision that a state is compared with.
package enum Comparison: Sendable, Hashable {
  case revision(String)
  /// The merge base of this revision and the head.
  case mergeBase(String)

  /// Reads a command's '--diff', otherwise '--base'; nil without either.
  package init?(_ arguments: ParsedArguments, diff: FlagSpec) {
    if let revision = arguments.text(diff) {
      self = .revision(revision)
    } else if let revision = arguments.text(.base) {
      self = .mergeBase(revision)
    } else {
      return nil
    }
  }
}

extension SelectionOptions {
  /// For commands that look at one revision, or compare it. `head` stands for a revision that is not named.
  package init(comparing comparison: Comparison?, head: String? = nil, _ arguments: ParsedArguments) {
    self.init()
    change = .since(comparison, head: arguments.text(.head) ?? head)
    moduleList = arguments.argument(.moduleList)
    allowsEmpty = arguments.has(.allowEmpty)
  }
}

extension SelectionOptions.Change {
  /// The change from the compared revision to `head`. Without a comparison no base is named.
  package static func since(_ comparison: Comparison?, head: String?) -> Self {
    switch comparison {
    case .revision(let revision): .revisions(base: revision, head: head, fromMergeBase: false)
    case .mergeBase(let revision): .revisions(base: revision, head: head, fromMergeBase: true)
    case nil: .revisions(base: nil, head: head, fromMergeBase: true)
    }
  }
}

extension FlagSpec {
  package static let base = option(
    "base", "REV", .revision, group: .selection,
    "Compare with the merge base of this revision and the head")
  package static let head = option(
    "head", "REV", .revision, group: .selection, default: "the working tree",
    "Compare the commits up to this revision")
  package static let noMergeBase = toggle(
    "no-merge-base", group: .selection, "Compare with the base itself, not the merge base")
  package static let files = option(
    "files", "PATH", .path, arity: .many, group: .selection, conflicts: ["base", "head", "no-merge-base"],
    "Use these paths as the change; '-' reads them from standard input, separated by NUL or newline")
  package static let all = toggle("all", group: .selection, "Select every module")
  package static let depth = option(
    "depth", "LEVEL", .choice(["none", "direct"], orInteger: 0...1_000_000), group: .selection,
    "Follow dependents up to this depth")
  package static let tag = option(
    "tag", "TAG", .tag, arity: .repeated, group: .selection,
    "Keep only modules with this tag; may be repeated")
  package static let notTag = option(
    "not-tag", "TAG", .tag, arity: .repeated, group: .selection,
    "Leave out modules with this tag; may be repeated")
  package static let moduleList = option(
    "modules", "FILE", .file, group: .selection,
    "Add the modules in this file, separated by newline or NUL; '-' reads standard input")
  package static let dependents = toggle(
    "dependents", group: .selection, "Add dependents of the named modules, and their tests")
  package static let platform = option(
    "platform", "NAME", .choice(platformNames), group: .selection,
    "Follow dependencies that are conditional on this platform")

  package static let allowEmpty = toggle(
    "allow-empty", group: .selection,
    "Accept an empty selection: an unknown tag, or a filter or package pattern that matches nothing"
  )

  /// The flags that decide the change.
  package static let change: [FlagSpec] = [base, head, noMergeBase, files]

  package static let selection: [FlagSpec] =
    change + [
      all, depth, dependents, tag, notTag, moduleList, platform, allowEmpty,
    ]

  /// SwiftPM's names. The list is closed: a misspelt platform would silently drop dependencies.
  private static let platformNames = [
    "android", "driverkit", "freebsd", "ios", "linux", "maccatalyst", "macos", "openbsd", "tvos",
    "visionos", "wasi", "watchos", "windows",
  ]
}

extension PositionalSpec {
  private static let names =
    "Modules ('Core', '//Packages/Core:Core'), packages ('//Packages/Core') or paths"

  /// For commands with the flags that decide the change.
  package static let modules = PositionalSpec(
    "MODULE", .place, repeated: true,
    "\(names), changed or not; with '--base', '--head' or '--files', only those in the change")

  package static let namedModules = PositionalSpec("MODULE", .place, repeated: true, names)
}
