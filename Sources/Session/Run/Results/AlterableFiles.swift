import Base
import Runner
import SwiftSources

/// The files of a working tree that an audit may alter, in a copy that bubblewrap shows to tests.
struct AlterableFiles: Sendable {
  private let bubblewrap: String
  private let files: Set<RelativePath>

  /// `tree` offers the files that Git does not ignore. Returns nil where bubblewrap does not work.
  init?(_ tree: any FileTree, _ sandbox: ManifestSandbox) throws(Failure) {
    guard sandbox.obstacle == nil, case .bubblewrap(let path) = sandbox.tool else { return nil }
    bubblewrap = path
    files = Set(
      try Failure.wrapping { try tree.files { _, kind in kind == .file || kind == .executable }.map(\.path) })
  }

  /// Returns nil when all are inputs.
  func files(in root: String, except isInput: (RelativePath) -> Bool) -> OtherFiles? {
    let others = files.filter { !isInput($0) }
    return others.isEmpty
      ? nil : OtherFiles(bubblewrap: bubblewrap, root: root, all: files, others: Array(others))
  }

  /// Says that bubblewrap does not work. nil where it does, and on systems that have none.
  static func warning(_ sandbox: ManifestSandbox) -> Warning? {
    guard HostPlatform.name == "linux", let obstacle = sandbox.obstacle else { return nil }
    return Warning(
      code: "audit-unaltered",
      message: "audit: no test ran where files that are no input of it read as something else: \(obstacle)",
      hints: ["install bubblewrap (`apt-get install bubblewrap`), and let the container make user namespaces"]
    )
  }
}
