import Base
import SwiftSources

/// Checks `local`: on some branches no dependency may be a working copy in the place of a release.
struct LocalCheck {
  let context: RuleContext
  /// The branch that is checked, and the one that it is to be merged into.
  let branches: [String]

  func findings() throws(Failure) -> [LintFinding] {
    guard let branch = branches.first(where: { context.rules.local?.forbids(on: $0) == true }) else {
      return []
    }
    return try context.facts.graph.packages.map { package throws(Failure) in
      try marks(in: package.folder).map { finding($0, package.folder, branch) }
    }.flatMap(\.self)
  }

  /// Returns the marks in all manifests of a package, since the toolchain decides which one counts.
  private func marks(in folder: RelativePath) throws(Failure) -> [LocalMark] {
    let tree = context.facts.tree
    let names = try tree.entries(of: folder).map(\.name).filter { PackageFile.isManifest($0[...]) }
    return try names.map { name throws(Failure) in
      LocalMark.all(in: try tree.contents(of: folder.appending(RelativePath(name))) ?? [])
    }.flatMap(\.self)
  }

  private func finding(_ mark: LocalMark, _ folder: RelativePath, _ branch: String) -> LintFinding {
    LintFinding(
      rule: .local, package: folder, module: nil, subject: mark.path,
      message: "the package //\(folder) takes \"\(mark.location)\" from the working copy \"\(mark.path)\"",
      why: "\"rules.local\" forbids working copies on the branch \"\(branch)\"",
      mend: "release its changes, then `ambit released \(PackageIdentity.of(location: mark.location))`")
  }
}
