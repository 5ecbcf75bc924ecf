import Base
import Graph

extension OpenWorkspace {
  /// Lockfiles that workspace.json speaks of and that are not there: their pins would never select anything, and nobody
  /// would notice.
  var missingLockfiles: [Warning] {
    config.lockfiles.map(\.path).filter(isMissing).map { path in
      Warning(
        code: "missing-lockfile",
        message: "there is no file \"\(path)\", which \"lockfiles\" of workspace.json names",
        hints: ["correct the path, or take it out"])
    }
  }

  private func isMissing(_ path: RelativePath) -> Bool {
    // What cannot be read is there.
    do { return try tree.contents(of: path) == nil } catch { return false }
  }
}
