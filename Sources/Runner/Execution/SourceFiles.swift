import Base

enum SourceFiles {
  /// Endings of what SwiftPM compiles beside Swift, and of what that includes.
  private static let compiled: Set = ["c", "m", "mm", "cc", "cpp", "cxx", "s", "S"]
  private static let headers: Set = ["h", "hh", "hpp", "hxx", "modulemap"]

  static func ending(of name: String) -> Substring {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
  }

  /// Whether files with such an ending are C, or anything like it.
  static func isNative(_ ending: Substring) -> Bool {
    compiled.contains(String(ending)) || headers.contains(String(ending))
  }

  /// Whether `folder` holds anything to compile.
  static func exist(below folder: String) -> Bool {
    !visit(folder) { $0 != "swift" && !compiled.contains(String($0)) }
  }

  /// Whether `folder` is not all Swift: it may be a C target, or a system library.
  static func mayBeNative(below folder: String) -> Bool {
    var hasSwift = false
    let isSwift = visit(folder) { ending in
      hasSwift = hasSwift || ending == "swift"
      return !isNative(ending)
    }
    return !isSwift || !hasSwift
  }

  /// Goes through the endings of all files until `goOn` says no; returns whether it came to the end.
  private static func visit(_ folder: String, _ goOn: (Substring) -> Bool) -> Bool {
    var pending = [folder]
    while let next = pending.popLast() {
      for entry in LocalFiles.entries(in: next) {
        guard goOn(ending(of: entry.name)) else { return false }
        // A link may lead back to where it stands.
        if entry.isFolder, !entry.isLink { pending.append("\(next)/\(entry.name)") }
      }
    }
    return true
  }
}
