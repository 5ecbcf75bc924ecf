import Base
import Graph
import Reports
import Session
import SwiftSources

/// Finds lockfiles whose pins the new requirements exclude. A build would fail, or use the old version.
struct ReleasePins {
  private let workspace: OpenWorkspace

  init(_ pipeline: SelectionPipeline) { workspace = pipeline.workspace }

  func updates(
    _ released: [(package: ReleaseReport.Package, release: ReleaseReport.Release)]
  ) throws(Failure) -> [ReleaseReport.Update] {
    var found: [ReleaseReport.Update] = []
    for (package, release) in released where !release.edits.isEmpty {
      let own = package.folder.appending(PackageFile.lockfile)
      let named = workspace.config.lockfiles.filter { entry in
        entry.path != own && entry.packages.contains { $0.matches(package: package.folder) }
      }
      for (file, folder) in [(own, package.folder)] + named.map({ ($0.path, nil) }) {
        guard let bytes = try contents(of: file) else { continue }
        for edit in release.edits {
          let identity = edit.dependencyIdentity
          guard let pinned = Lockfile.reference(of: identity, in: bytes), edit.keepsOut(pinned) else {
            continue
          }
          let update = ReleaseReport.Update(file, of: identity, at: pinned, folder: folder)
          if !found.contains(update) { found.append(update) }
        }
      }
    }
    return found
  }

  /// Reads the file at the commit to release. An untracked lockfile is made again by the next build.
  private func contents(of file: RelativePath) throws(Failure) -> [UInt8]? {
    try Failure.wrapping { try workspace.tree.contents(of: file) }
  }
}

extension ReleaseReport.Edit {
  /// Returns true when the new requirement excludes the pin. A pin to a commit may be any version, so it counts.
  fileprivate func keepsOut(_ pinned: String) -> Bool {
    SemanticVersion(pinned).map { new.allows($0) == false } ?? true
  }
}
