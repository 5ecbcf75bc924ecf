/// Which change, and which of the modules it reaches.
package struct SelectionOptions: Sendable, Hashable {
  /// Where the change comes from.
  package enum Change: Sendable, Hashable {
    /// What lies between two revisions. A nil base is found from the environment and the
    /// configuration; a nil head is the working tree.
    case revisions(base: String?, head: String?, fromMergeBase: Bool)
    case files([Argument])
    /// The files named on standard input.
    case filesFromInput
  }

  package var change = Change.revisions(base: nil, head: nil, fromMergeBase: true)
  package var all = false
  /// How many steps from a changed module to follow; nil is no limit.
  package var depth: Int?
  package var tags: [String] = []
  package var notTags: [String] = []
  /// As typed; empty is every module.
  package var modules: [Argument] = []
  /// A file with more of them; `-` is standard input.
  package var moduleList: Argument?
  package var platform: String?
  /// Whether a selection may be empty for a reason that looks like a mistake.
  package var allowsEmpty = false

  /// `--dependents`: the dependents of the named modules are wanted too.
  package var dependents = false
  /// A named library stands for its tests.
  package var namesStandForTests = false
  /// Test bundles of Xcode's projects may be named too, though SwiftPM does not build them.
  package var takesBundles = false
  /// Names only filter the modules of a change, as for a page about that change.
  package var namesOnlyFilter = false

  /// Whether modules are named, be it that none is.
  package var namesModules: Bool { !modules.isEmpty || moduleList != nil }

  /// The named modules are selected whatever has changed. A base from the environment is nobody's wish.
  package var namesSelect: Bool {
    guard namesModules, !namesOnlyFilter else { return false }
    guard case .revisions(nil, nil, _) = change else { return all }
    return true
  }

  package init() {}

  /// Reads whichever of the selection flags the command has.
  init(_ arguments: ParsedArguments, modules: [Argument]) throws(UsageError) {
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
      throw UsageError(
        "'--tag' contradicts '--not-tag' for \(Argument(tag).quoted)",
        hints: ["together they would select nothing"])
    }
    if change == .filesFromInput, moduleList == "-" {
      throw UsageError(
        "'--files -' contradicts '--modules -': both would read standard input",
        hints: ["write one of the two lists to a file"])
    }
  }

  private static func change(_ arguments: ParsedArguments) throws(UsageError) -> Change {
    let files = arguments.arguments(.files)
    if files.isEmpty {
      return .revisions(
        base: arguments.text(.base), head: arguments.text(.head), fromMergeBase: !arguments.has(.noMergeBase))
    }
    guard files.contains("-") else { return .files(files) }
    guard files.count == 1 else {
      throw UsageError(
        "'--files -' reads the paths from standard input and takes no others",
        hints: ["a file of that name is written './-'"])
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

/// What a state is compared with.
package enum Comparison: Sendable, Hashable {
  case revision(String)
  /// The merge base of this revision and the head.
  case mergeBase(String)

  /// As a command's '--diff' says, else as '--base' does.
  init?(_ arguments: ParsedArguments, diff: FlagSpec) {
    if let revision = arguments.text(diff) {
      self = .revision(revision)
    } else if let revision = arguments.text(.base) {
      self = .mergeBase(revision)
    } else {
      return nil
    }
  }
}

extension SelectionOptions.Change {
  /// What separates a head from what it is compared with; without that, no base is named.
  package static func since(_ comparison: Comparison?, head: String?) -> Self {
    switch comparison {
    case .revision(let revision): .revisions(base: revision, head: head, fromMergeBase: false)
    case .mergeBase(let revision): .revisions(base: revision, head: head, fromMergeBase: true)
    case nil: .revisions(base: nil, head: head, fromMergeBase: true)
    }
  }
}
