import Base
import Graph

extension OpenWorkspace {
  /// Warnings about lockfiles that workspace.json names and that do not exist. Their pins would never select anything.
  var missingLockfiles: [Warning] {
    config.lockfiles.map(\.path).filter(isMissing).map { path in
      Warning(
        code: "missing-lockfile",
        message: "there is no file \"\(path)\", which \"lockfiles\" of workspace.json names",
        hints: ["correct the path, or take it out"])
    }
  }

  private func isMissing(_ path: RelativePath) -> Bool {
    // An unreadable file exists.
    do { return try tree.contents(of: path) == nil } catch { return false }
  }
}
