import Arguments
import Edge
import Platform
import Reports
import Support
import Workspaces
import Xcode

/// The file that `ambit affected --format xctestplan` writes: a test plan less the bundles that are not affected.
struct FilteredPlan {
  private let place: String
  private let plan: XcodeTestPlan
  private let bytes: [UInt8]

  /// Deletes the file of an earlier run, which must not be taken for an answer.
  init(_ options: XcodeCallOptions, _ call: XcodeCall, _ pipeline: SelectionPipeline) throws(Failure) {
    guard let out = options.out, let plan = call.entries.first?.plan else {
      throw Failure(
        code: "no-plan", message: "the scheme has no test plan to filter",
        hints: ["`--format xcodebuild` prints arguments for schemes without plans"])
    }
    let tree = pipeline.workspace.tree
    guard let bytes = try Failure.wrapping({ try tree.contents(of: plan.file) }) else {
      throw Failure(code: "no-plan", message: "the test plan \(plan.file) cannot be read", hints: [])
    }
    place = pipeline.world.absoluteText(out.bytes)
    self.plan = plan
    self.bytes = bytes
    LocalFiles.remove(place)
  }

  /// Writes nothing where no bundle is left: an empty plan runs everything, or is refused.
  func write(_ answer: AffectedXcode) throws(Failure) {
    guard !answer.isEmpty else { return }
    guard LocalFiles.write(answer.plan(bytes, plan), to: place, permissions: 0o644) else {
      throw Failure(
        code: "plan-unwritable", message: "cannot write the test plan \(place)",
        hints: ["--out takes the path of a file in an existing folder"])
    }
  }
}
