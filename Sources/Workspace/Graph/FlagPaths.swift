/// Finds the paths in a list of compiler and linker flags.
struct FlagPaths {
  struct Named: Hashable {
    let text: String
    /// Whether the flag says that a path follows; otherwise it is one only if something stands there.
    let isCertain: Bool
  }

  private(set) var named: [Named] = []

  /// Hand the next word on to another tool.
  private static let passing: Set<Substring> = [
    "-Xcc", "-Xclang", "-Xfrontend", "-Xlinker", "-Xcxx", "-Xswiftc",
  ]
  /// Take a path, as the next word or, those of the second list, in the same one too.
  private static let separate: Set<Substring> = [
    "-import-objc-header", "-include", "-imacros", "-include-pch", "-idirafter", "-iprefix", "-isysroot",
    "--sysroot", "-vfsoverlay", "-ivfsoverlay", "-load-plugin-library", "-load-plugin-executable",
    "-plugin-path", "-external-plugin-path", "-internal-import-bridging-header", "-rpath", "-T",
  ]
  private static let joined: [Substring] = [
    "-iframework", "-isystem", "-iquote", "-Fsystem", "-I", "-L", "-F", "-B",
  ]

  init(_ flags: [String]) {
    // `-Xcc -I -Xcc path` means `-I path` to the tool that gets it; `-Wl,-L,path` likewise.
    let words = flags.flatMap { flag in
      flag.hasPrefix("-Wl,") ? flag.split(separator: ",").dropFirst().map { $0 } : [flag[...]]
    }.filter { !Self.passing.contains($0) }
    var takesNext = false
    for word in words {
      if takesNext {
        add(word, isCertain: true)
        takesNext = false
      } else if Self.separate.contains(word) || Self.joined.contains(word) {
        takesNext = true
      } else {
        addSingle(word)
      }
    }
  }

  private mutating func addSingle(_ word: Substring) {
    if let equals = word.firstIndex(of: "=") {
      add(word[word.index(after: equals)...], isCertain: word.hasPrefix("-f") && word.contains("file"))
    } else if let prefix = Self.joined.first(where: word.hasPrefix) {
      add(word.dropFirst(prefix.count), isCertain: true)
    } else if word.hasPrefix("@") {
      add(word.dropFirst(), isCertain: false)
    } else if !word.hasPrefix("-") {
      add(word, isCertain: false)
    }
  }

  private mutating func add(_ text: Substring, isCertain: Bool) {
    // A plug-in's executable is followed by `#` and its modules.
    let path = text.prefix { $0 != "#" }
    let isFolderHere = path == "." || path == ".."
    if !path.isEmpty, isCertain || !isFolderHere {
      named.append(Named(text: String(path), isCertain: isCertain))
    }
  }
}
