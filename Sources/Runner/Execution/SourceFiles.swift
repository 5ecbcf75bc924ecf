import Files

enum SourceFiles {
  /// Endings of what SwiftPM compiles.
  private static let endings: Set = ["swift", "c", "m", "mm", "cc", "cpp", "cxx", "s", "S"]

  /// Whether `folder` holds anything to compile.
  static func exist(below folder: String) -> Bool {
    var pending = [folder]
    while let next = pending.popLast() {
      for name in LocalFiles.names(in: next) {
        let path = "\(next)/\(name)"
        if let dot = name.lastIndex(of: "."), endings.contains(String(name[name.index(after: dot)...])) {
          return true
        }
        if LocalFiles.isFolder(path) { pending.append(path) }
      }
    }
    return false
  }
}
