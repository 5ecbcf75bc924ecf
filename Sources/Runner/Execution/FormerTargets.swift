import Files

/// Outputs of targets that are no longer there. Left where they are, an `import` or a `canImport` of a
/// module that is gone would still find it.
enum FormerTargets {
  private static func record(in scratch: String) -> String { "\(scratch)/ambit-targets" }

  /// Deletes what earlier builds left of targets that are not among `kept`, and remembers those that are.
  static func sweep(scratch: String, kept: Set<String>) throws(RunError) {
    let path = record(in: scratch)
    let before = LocalFiles.read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
    for target in before.split(separator: "\n").map(String.init) where !kept.contains(target) {
      remove(target, scratch)
    }
    let now = kept.sorted().joined(separator: "\n")
    guard now != before else { return }
    guard LocalFiles.replace(path, with: Array(now.utf8)) else { throw .unwritable(path) }
  }

  /// Of all configurations and platforms.
  private static func remove(_ target: String, _ scratch: String) {
    let module = ModuleNames.compiled(target)
    for platform in LocalFiles.names(in: scratch) {
      for configuration in ["debug", "release"] {
        let folder = "\(scratch)/\(platform)/\(configuration)"
        guard LocalFiles.isFolder(folder) else { continue }
        LocalFiles.removeTree("\(folder)/\(module).build")
        for modules in ["\(folder)/Modules", "\(folder)/Modules-tool"] {
          for name in LocalFiles.names(in: modules) where name.hasPrefix("\(module).") {
            LocalFiles.remove("\(modules)/\(name)")
          }
        }
      }
    }
  }
}
