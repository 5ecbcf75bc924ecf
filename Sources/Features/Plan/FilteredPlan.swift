import Arguments
import Base
import Reports
import Session
import Xcode

/// The file that `ambit affected --format xctestplan` writes: a test plan without the bundles that are not affected.
struct FilteredPlan {
  private let place: String
  private let name: String

  /// Deletes the file of an earlier run, which nobody must take for the answer.
  init(_ options: XcodeCallOptions, _ world: World) throws(Failure) {
    guard let out = options.out, let name = options.plan else {
      throw Failure(
        describing: UsageError(
          "'--format xctestplan' filters one plan into a file",
          hints: ["name them with '--plan NAME --out FILE'"]))
    }
    place = world.absoluteText(out.bytes)
    self.name = name
    LocalFiles.remove(place)
  }

  /// Writes nothing where no bundle is left: xcodebuild runs everything with an empty plan, or refuses it.
  func write(
    _ answer: AffectedXcode, _ call: XcodeCall, _ pipeline: SelectionPipeline
  ) throws(Failure) {
    guard !answer.isEmpty, let plan = call.entries.first?.plan else { return }
    let bytes = try Failure.wrapping { try pipeline.workspace.tree.contents(of: plan.file) }
    guard let bytes else {
      throw Failure(code: "no-plan", message: "the test plan \(plan.file) cannot be read", hints: [])
    }
    try write(answer.plan(bytes, plan))
  }

  /// Writes the whole plan. Without an answer everything has to run.
  func writeWhole(_ world: World, _ global: GlobalOptions) throws(Failure) {
    let tree = try OpenWorkspace.open(world, global, headRevision: nil).tree
    let fileName = "\(name).xctestplan"
    let bytes = try Failure.wrapping {
      try tree.files { $0.elementsEqual(fileName.utf8) }.first.flatMap { try tree.contents(of: $0) }
    }
    if let bytes { try write(bytes) }
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    guard LocalFiles.write(bytes, to: place, permissions: 0o644) else {
      throw Failure(
        code: "plan-unwritable", message: "cannot write the test plan \(place)",
        hints: ["--out takes the path of a file in an existing folder"])
    }
  }
}
