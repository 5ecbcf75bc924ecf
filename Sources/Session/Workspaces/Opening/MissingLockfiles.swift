import Base
import Graph

extension OpenWorkspace {
  /// Warnings about lockfiles that workspace.json names and that do not exist. Their pins would never select anything.
  var missingLockfiles: [Warning] {
    config.lockfiles.map(\.path).filter(isMissing).map { path in
      Warning(
        code: "missing-lockfile",
        message: "\"lockfiles\" in workspace.json names \"\(path)\", but there is no such file",
        hints: ["correct the path, or remove it"])
    }
  }

  private func isMissing(_ path: RelativePath) -> Bool {
    // An unreadable file exists.
    do { return try tree.contents(of: path) == nil } catch { return false }
  }
}
