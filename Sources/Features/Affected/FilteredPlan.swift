import Arguments
import Base
import GitBridge
import Graph
import Session
import Xcode

/// The file that `ambit affected --format xctestplan` writes: a test plan without the bundles that are not affected.
struct FilteredPlan {
  private let place: String
  private let path: RelativePath
  private let name: String

  init(_ options: XcodeCallOptions, _ world: World) throws(Failure) {
    guard let out = options.out, let name = options.plan else {
      throw Failure.usage(
        "'--format xctestplan' needs a plan and a file", hints: ["add '--plan NAME --out FILE'"])
    }
    place = world.absoluteText(out.bytes)
    path = world.resolvedPath(out.bytes)
    self.name = name
  }

  /// Refuses to replace a file of the repository, such as the plan itself.
  func refuseOwnFile(_ workspace: OpenWorkspace) throws(Failure) {
    guard try isOwnFile(workspace) else { return }
    throw Failure.usage(
      "'--out' would replace \(place), which Git tracks or a scheme names",
      hints: ["name a file outside of the repository, as in '--out /tmp/\(name).xctestplan'"])
  }

  private func isOwnFile(_ workspace: OpenWorkspace) throws(Failure) -> Bool {
    let repository = workspace.repository
    let inRepository = path.seen(from: RelativePath(Array(repository.workingFolder.utf8)))
    if try !repository.workingTree().tracked(below: inRepository).isEmpty { return true }
    let inWorkspace = seen(from: workspace)
    for scheme in try workspace.tree.files(named: { $0.hasSuffix(".xcscheme") }) {
      guard let bytes = try workspace.tree.contents(of: scheme) else { continue }
      let plans = try? XcodeScheme(reading: bytes, file: scheme).plans
      if plans?.contains(inWorkspace) == true { return true }
    }
    return false
  }

  private func seen(from workspace: OpenWorkspace) -> RelativePath {
    path.seen(from: RelativePath(Array(workspace.location.root.utf8)))
  }

  /// Writes no file where no bundle is left: xcodebuild runs everything with an empty plan, or refuses it. The file of
  /// an earlier run is deleted then, since somebody could take it for the answer.
  func write(_ answer: AffectedXcode, _ call: XcodeCall, _ session: Session) throws(Failure) {
    guard !answer.isEmpty, let plan = call.entries.first?.plan else { return LocalFiles.remove(place) }
    let tree = session.workspace.tree
    let bytes = try LinkMap(of: tree).contents(of: plan.file, in: tree)
    guard let bytes else {
      throw Failure(code: "no-plan", message: "the test plan \(plan.file) cannot be read", hints: [])
    }
    try write(answer.plan(bytes, plan))
  }

  /// Writes the whole plan. Without an answer everything has to run.
  func writeWhole(_ world: World, _ global: GlobalOptions) throws(Failure) {
    let workspace: OpenWorkspace
    do throws(Failure) {
      workspace = try OpenWorkspace.open(world, global, headRevision: nil)
      guard try !isOwnFile(workspace) else { return }
    } catch {
      // Nobody may take the file for the answer. It may be a file of the user, so it is not deleted.
      if LocalFiles.isFile(place) { _ = LocalFiles.move(place, to: "\(place).old") }
      throw error
    }
    let (tree, out) = (workspace.tree, seen(from: workspace))
    let fileName = "\(name).xctestplan"
    let bytes = try tree.files { $0.elementsEqual(fileName.utf8) }.first { $0 != out }
      .flatMap { file throws(Failure) in try tree.contents(of: file) }
    guard let bytes else { return LocalFiles.remove(place) }
    try write(bytes)
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    let fresh = "\(place).new"
    guard LocalFiles.write(bytes, to: fresh, permissions: 0o644), LocalFiles.move(fresh, to: place) else {
      LocalFiles.remove(fresh)
      throw Failure(
        code: "plan-unwritable", message: "cannot write the test plan \(place)",
        hints: ["--out takes the path of a file in an existing folder"])
    }
  }
}
