import Base

enum SourceFiles {
  /// The endings of files that SwiftPM compiles beside Swift. Their headers have the endings below.
  private static let compiled: Set = ["c", "m", "mm", "cc", "cpp", "cxx", "s", "S"]
  private static let headers: Set = ["h", "hh", "hpp", "hxx", "modulemap"]

  static func ending(of name: String) -> Substring {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? ""
  }

  /// True for endings of C, its relatives and their headers.
  static func isNative(_ ending: Substring) -> Bool {
    compiled.contains(String(ending)) || headers.contains(String(ending))
  }

  /// Returns true when `folder` holds a file to compile.
  static func exist(below folder: String) -> Bool {
    !visit(folder) { $0 != "swift" && !compiled.contains(String($0)) }
  }

  /// Returns true when `folder` may hold a C target or a system library.
  static func mayBeNative(below folder: String) -> Bool {
    var hasSwift = false
    let isSwift = visit(folder) { ending in
      hasSwift = hasSwift || ending == "swift"
      return !isNative(ending)
    }
    return !isSwift || !hasSwift
  }

  /// Visits the endings of all files until `goOn` returns false. Returns true when it has visited all.
  private static func visit(_ folder: String, _ goOn: (Substring) -> Bool) -> Bool {
    var pending = [folder]
    while let next = pending.popLast() {
      for entry in LocalFiles.entries(in: next) {
        guard goOn(ending(of: entry.name)) else { return false }
        // A link may lead to a folder above itself.
        if entry.isFolder, !entry.isLink { pending.append("\(next)/\(entry.name)") }
      }
    }
    return true
  }
}
