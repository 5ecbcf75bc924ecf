import Support

/// Gathers changes by path: a file that becomes a submodule, and the like, is met on both sides apart.
struct ChangeSetBuilder {
  private struct Sides {
    var old: FileVersion?
    var new: FileVersion?
    var origin: ChangeOrigin
  }

  private var sides: [[UInt8]: Sides] = [:]

  mutating func add(_ path: [UInt8], old: FileVersion?, new: FileVersion?, origin: ChangeOrigin) {
    if old == nil && new == nil { return }
    if let known = sides[path] {
      sides[path] = Sides(old: known.old ?? old, new: known.new ?? new, origin: origin)
    } else {
      sides[path] = Sides(old: old, new: new, origin: origin)
    }
  }

  /// Changes inside a submodule, whose paths are relative to it.
  mutating func add(_ changes: [FileChange], inside folder: RelativePath) {
    for change in changes {
      add(folder.appending(change.path).bytes, old: change.old, new: change.new, origin: .submodule)
    }
  }

  func changes() -> [FileChange] {
    sides.compactMap { path, sides in
      FileChange(path: RelativePath(path), origin: sides.origin, old: sides.old, new: sides.new)
    }.sorted { $0.path < $1.path }
  }
}
