package enum Executables {
  /// The first executable file called `name` in the folders of a `PATH`-like list.
  ///
  /// A name with a slash is a path already. Relative and empty entries of the list are skipped: what
  /// runs must not depend on the folder one happens to stand in.
  package static func find(_ name: String, inSearchPath searchPath: String) -> String? {
    if name.utf8.contains(UInt8(ascii: "/")) { return isExecutable(name) ? name : nil }
    guard !name.isEmpty else { return nil }
    for folder in searchPath.split(separator: ":") where folder.hasPrefix("/") {
      let candidate = folder.hasSuffix("/") ? "\(folder)\(name)" : "\(folder)/\(name)"
      if isExecutable(candidate) { return candidate }
    }
    return nil
  }

  package static func isExecutable(_ path: String) -> Bool { LocalFiles.isProgram(path) }
}
