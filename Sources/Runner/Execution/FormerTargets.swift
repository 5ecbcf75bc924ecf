import Files

/// Outputs of targets that are no longer there. Left where they are, an `import` or a `canImport` of a
/// module that is gone would still find it.
enum FormerTargets {
  private static func record(in scratch: String) -> String { "\(scratch)/ambit-targets" }

  /// Deletes what earlier builds left of targets that are not among `kept`, and remembers those that are.
  static func sweep(scratch: String, kept: Set<String>) throws(RunError) {
    let path = record(in: scratch)
    let before = LocalFiles.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let former = before.split(separator: "\n").map(String.init).filter { !kept.contains($0) }
    if !former.isEmpty {
      let modules = Set(former.map { Substring(ModuleNames.compiled($0)) })
      ModuleOutputs(in: scratch).remove(where: modules.contains)
    }
    let now = kept.sorted().joined(separator: "\n")
    guard now != before else { return }
    guard LocalFiles.replace(path, with: Array(now.utf8)) else { throw .unwritable(path) }
  }
}

/// Outputs of packages from outside the workspace. Which modules those have is nowhere said, so when anything about
/// them changes, all that is not the workspace's own goes.
enum FormerExternals {
  private static func record(in scratch: String) -> String { "\(scratch)/ambit-externals" }

  /// Returns whether there was a change. `kept` are the workspace's targets, `externals` is all that decides what
  /// comes from outside.
  static func sweep(scratch: String, kept: Set<String>, externals: String) throws(RunError) -> Bool {
    let path = record(in: scratch)
    let before = LocalFiles.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard before != externals else { return false }
    let modules = Set(kept.map { Substring(ModuleNames.compiled($0)) })
    ModuleOutputs(in: scratch).remove { !modules.contains($0) }
    guard LocalFiles.replace(path, with: Array(externals.utf8)) else { throw .unwritable(path) }
    return true
  }
}
