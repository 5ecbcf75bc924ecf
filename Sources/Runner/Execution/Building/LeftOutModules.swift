import Base

/// The modules that a build left out, so that they were built by name.
///
/// Their old outputs prove nothing about the next build, which leaves them out as well. So those outputs go before it,
/// and the modules are built by name again.
struct LeftOutModules {
  let scratch: String
  let engine: any EngineForm

  private var record: String { "\(scratch)/ambit-left-out" }

  /// The compiled names.
  private var known: Set<Substring> {
    let text = LocalFiles.read(record).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Set(text.split(separator: "\n"))
  }

  /// Deletes the outputs of known modules among `modules`, before the modules' packages are built.
  func sweep(_ modules: some Sequence<ModuleID>) {
    guard engine.leavesOut else { return }
    let previous = known.intersection(modules.map(Self.compiled))
    if !previous.isEmpty { engine.outputs(in: scratch).remove(where: previous.contains) }
  }

  /// Call this before the modules are built by name.
  func add(_ modules: some Sequence<ModuleID>) throws(Failure) {
    let all = known.union(modules.map(Self.compiled))
    guard all != known else { return }
    let text = all.sorted().joined(separator: "\n")
    guard LocalFiles.replace(record, with: Array(text.utf8)) else { throw .scratchUnwritable(record) }
  }

  private static func compiled(_ module: ModuleID) -> Substring {
    Substring(ModuleNames.compiled(module.name))
  }
}
