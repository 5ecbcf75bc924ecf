import Arguments
import Base
import Graph
import Reports
import Session
import SwiftSources

/// `ambit local`: takes a dependency from a working copy, or lists those that are.
struct LocalCommand: CommandWithOptions {
  let options: LocalOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let report =
      try options.package.isEmpty
      ? list(world, global) : LocalSwitch.open(options, world, global).run()
    console.answer(json: report.json, text: report.lines)
    return .success
  }

  private func list(_ world: World, _ global: GlobalOptions) throws(Failure) -> LocalReport {
    let local = try LocalPackages(try OpenWorkspace.open(world, global, headRevision: nil), world)
    return LocalReport(action: .list, packages: local.packages(local.places))
  }
}

/// `ambit released`: takes a dependency from its release again.
struct ReleasedCommand: CommandWithOptions {
  let options: ReleasedOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    let workspace = try OpenWorkspace.open(world, global, headRevision: nil)
    let report = try ReleasedSwitch(options: options, workspace: workspace, world: world).run()
    console.answer(json: report.json, text: report.lines)
    return .success
  }
}

struct LocalOptions: CommandOptions {
  /// The identity or the address of the package; empty to list the local ones.
  var package = ""
  /// The folder of the working copy; nil means the folder of that name in the workspace.
  var folder: Argument?

  init(_ arguments: ParsedArguments) throws(Failure) {
    package = arguments.positionals.first?.description ?? ""
    folder = arguments.argument(.copyFolder)
    guard folder == nil || !package.isEmpty else {
      throw Failure.usage("'--path' needs a PACKAGE", hints: ["ambit local Core --path Modules/Core"])
    }
  }
}

struct ReleasedOptions: CommandOptions {
  var package = ""
  /// True to return to the release although the working copy has unpublished changes.
  var isForced = false

  init(_ arguments: ParsedArguments) {
    package = arguments.positionals.first?.description ?? ""
    isForced = arguments.has(.forceReleased)
  }
}

extension FlagSpec {
  static let copyFolder = option(
    "path", "DIR", .folder, "The working copy; necessary if the workspace has none or several of that name")
  static let forceReleased = toggle(
    "force",
    "Ignore uncommitted and unpushed changes in the working copy; they stay there")
}

extension PositionalSpec {
  fileprivate static func dependency(required: Bool) -> PositionalSpec {
    PositionalSpec("PACKAGE", .text, required: required, "A dependency: a name, such as 'Core', or a URL")
  }
}

extension LocalCommand {
  static let spec = CommandSpec(
    "local", .dependencies, "Use your working copy of a dependency, or list such dependencies",
    discussion: [
      "Ambit replaces the URL of PACKAGE in all manifests with the path of your working copy. A comment "
        + "keeps the old text. SwiftPM and Xcode then build from the copy, and its changes affect all "
        + "dependents. `ambit released` restores the old text.",
      "The copy is a folder of the workspace with the package's name: a submodule or a clone. Ambit "
        + "evaluates every manifest before it writes. If anything but that dependency would change, nothing "
        + "is written.",
      "Without PACKAGE it lists the dependencies that use a working copy. Each row shows the folder, its "
        + "branch, and the number of commits ahead of and behind the release. It also shows uncommitted and "
        + "unpushed changes, and the manifests that name the copy.",
    ],
    positionals: [.dependency(required: false)], flags: [.copyFolder],
    examples: [
      Example("ambit local Core", "the copy of that name in the workspace"),
      Example("ambit local Core --path Modules/Core", "the working copy in that folder"),
      Example("ambit local", "list the dependencies that use a working copy"),
    ]
  )
}

extension ReleasedCommand {
  static let spec = CommandSpec(
    "released", .dependencies, "Use the released version of a dependency again",
    discussion: [
      "Ambit restores the text that `ambit local` replaced, byte for byte. The working copy does not "
        + "change. If it has uncommitted changes or unpushed commits, '--force' is necessary."
    ],
    positionals: [.dependency(required: true)], flags: [.forceReleased],
    examples: [Example("ambit released Core", "restores all manifests")]
  )
}

/// Restores the dependency that `ambit local` replaced.
struct ReleasedSwitch {
  let options: ReleasedOptions
  let workspace: OpenWorkspace
  let world: World

  func run() throws(Failure) -> LocalReport {
    let local = try LocalPackages(workspace, world)
    let places = local.places(of: options.package)
    guard !places.isEmpty else {
      let others = Set(local.places.map(\.identity)).sorted().joined(separator: ", ")
      throw Failure(
        code: "not-local", message: "\"\(Text.escapingControls(options.package))\" is not local",
        hints: [others.isEmpty ? "no dependency is local" : "local dependencies: \(others)"])
    }
    let packages = local.packages(places)
    if !options.isForced { try refuseUnpublished(packages) }
    let rewrites = try rewrites(places)
    try rewrites.write(in: workspace.location)
    return LocalReport(action: .released, packages: packages, next: steps(places))
  }

  private func refuseUnpublished(_ packages: [LocalPackage]) throws(Failure) {
    guard let package = packages.first(where: { !$0.copy.unpublished.isEmpty }) else { return }
    throw Failure(
      code: "unpublished-work",
      message:
        "the working copy \"\(package.folder)\" has \(package.copy.unpublished.joined(separator: " and ")), "
        + "which are in no release of \"\(package.identity)\"",
      hints: [
        "commit and push them first (git -C '\(package.folder)' push)",
        "--force switches back anyway and keeps the working copy",
      ])
  }

  private func rewrites(_ places: [LocalPackages.Place]) throws(Failure) -> [ManifestRewrite] {
    let wanted = Set(places.map(\.mark))
    return try Set(places.map(\.manifest)).sorted().map { path throws(Failure) in
      guard let before = try workspace.tree.contents(of: path) else { return nil }
      return ManifestSwitch.released(before, where: wanted.contains).map {
        ManifestRewrite(path: path, before: before, after: $0)
      }
    }.compactMap(\.self)
  }

  /// SwiftPM drops the pin of a local package. It would then choose the newest version that is allowed.
  private func steps(_ places: [LocalPackages.Place]) -> [String] {
    let lost = places.compactMap { place -> String? in
      guard let reference = place.mark.reference else { return nil }
      let folder = place.manifest.parent
      let lockfile = workspace.location.absolutePath(of: folder.appending(PackageFile.lockfile))
      let pinned = LocalFiles.read(lockfile).flatMap { Lockfile.reference(of: place.identity, in: $0) }
      guard pinned != reference else { return nil }
      let word = place.mark.isPinnedToCommit ? "--revision" : "--version"
      // SwiftPM knows only packages that it has resolved.
      let path = folder.isRoot ? "." : "\(folder)"
      let resolve = "swift package --package-path '\(path)' resolve"
      return "to pin \(reference) again: \(resolve) && \(resolve) \(place.identity) \(word) \(reference)"
    }
    return Array(Set(lost)).sorted()
  }
}

extension LocalMark {
  fileprivate var isPinnedToCommit: Bool { reference?.contains(".") == false }
}
