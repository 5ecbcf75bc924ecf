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

  /// Says that no test will run with other files changed: for `reason`, or since bubblewrap does not work. nil on systems
  /// that have none.
  static func warning(_ sandbox: ManifestSandbox, _ reason: String?) -> Warning? {
    guard HostPlatform.name == "linux", let obstacle = reason ?? sandbox.obstacle else { return nil }
    let advice =
      "install bubblewrap (`apt-get install bubblewrap`), and let the container make user namespaces"
    return Warning(
      code: "audit-unaltered", message: "the audit runs no test with other files changed: \(obstacle)",
      hints: reason == nil ? [advice] : [])
  }
}
