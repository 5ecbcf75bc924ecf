import Arguments
import Base
import GitBridge
import Graph
import Session

/// The file of known findings that the command line names.
struct LintBaselineFile {
  private let argument: Argument
  private let path: String
  /// Relative to the repository's root.
  private let pathInRepository: RelativePath

  init(_ argument: Argument, in workspace: OpenWorkspace, _ world: World) {
    self.argument = argument
    path = world.absoluteText(argument.bytes)
    let root = RelativePath(Array(workspace.repository.workingFolder.utf8))
    pathInRepository = world.resolvedPath(argument.bytes).seen(from: root)
  }

  /// Returns the known findings. With a change, only those that its base knew too: a change cannot excuse its own
  /// findings.
  /// A file that the base does not have is taken as it is.
  func read(_ change: LintChange?) throws(Failure) -> LintBaseline {
    guard let bytes = LocalFiles.read(path) else {
      throw Failure(
        code: "no-baseline", message: "there is no file \(argument.quoted)",
        hints: ["create it: `ambit lint --baseline \(argument.quoted) --update-baseline`"])
    }
    let baseline = try parsed(bytes)
    guard let tree = change?.baseTree, !pathInRepository.escapesRoot,
      let old = try Failure.wrapping({ try tree.contents(of: pathInRepository) })
    else { return baseline }
    return baseline.intersection(LintBaseline(parsing: old) ?? LintBaseline())
  }

  private func parsed(_ bytes: [UInt8]) throws(Failure) -> LintBaseline {
    if let baseline = LintBaseline(parsing: bytes) { return baseline }
    throw Failure(
      code: "invalid-baseline", message: "\(argument.quoted) is not a baseline of this version of Ambit",
      hints: ["rewrite it with `--update-baseline`"])
  }

  func write(_ findings: [LintFinding]) throws(Failure) {
    guard LocalFiles.write(Array(LintBaseline.text(of: findings).utf8), to: path, permissions: 0o644) else {
      throw Failure(
        code: "baseline-unwritable", message: "cannot write \(argument.quoted)",
        hints: ["check the folder and its permissions"])
    }
  }
}
