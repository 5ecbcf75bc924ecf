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
