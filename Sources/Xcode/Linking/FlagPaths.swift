/// The paths among the flags of compilers and linkers, as they are written.
struct FlagPaths {
  private(set) var files: [String] = []
  /// Folders that are searched for headers and libraries.
  private(set) var folders: [String] = []

  init(_ words: [String]) {
    var rest = words.flatMap(Self.parts).filter { !Self.wrappers.contains($0) }[...]
    while let word = rest.popFirst() {
      if let option = Self.searching.first(where: word.hasPrefix) {
        // `-Iinclude`, `-I include`
        let path = word == option ? rest.popFirst() ?? "" : String(word.dropFirst(option.count))
        folders.append(path)
      } else if word == "-sectcreate" {
        // The names of a segment and a section come first.
        rest = rest.dropFirst(2)
        if let path = rest.popFirst() { files.append(path) }
      } else if Self.naming.contains(word) {
        if let path = rest.popFirst() { files.append(Self.withoutModule(path)) }
      } else if word.hasPrefix("-") {
        guard let equals = word.firstIndex(of: "=") else { continue }
        let path = String(word[word.index(after: equals)...])
        guard path.contains("/") || Self.isHeader(path) else { continue }
        files.append(path)
        folders.append(path)
      } else if word.hasPrefix("@") {
        // A file with more flags. A path at run time begins alike: `@rpath/Kit.framework`.
        let path = String(word.dropFirst())
        if !["rpath", "executable_path", "loader_path"].contains(where: path.hasPrefix) {
          files.append(path)
        }
      } else if word.contains("/") || Self.isHeader(word) {
        files.append(Self.withoutModule(word))
      }
    }
    // The headers of a module lie beside its map.
    folders += files.filter { $0.hasSuffix(".modulemap") }.map { "\($0)/.." }
  }

  /// Splits words for the linker: `-Wl,-force_load,libShop.a`.
  private static func parts(of word: String) -> [String] {
    word.hasPrefix("-Wl,") ? word.split(separator: ",").dropFirst().map(String.init) : [word]
  }

  /// Returns the file of `path#module`, as the names of macros are written.
  private static func withoutModule(_ path: String) -> String { String(path.prefix { $0 != "#" }) }

  private static func isHeader(_ word: String) -> Bool {
    word.hasSuffix(".h") || word.hasSuffix(".modulemap")
  }

  private static let wrappers: Set<String> = ["-Xcc", "-Xlinker", "-Xclang", "-Xfrontend", "-Xpreprocessor"]

  /// Longer options come first.
  private static let searching = [
    "-iframeworkwithsysroot", "-iframework", "-isystem", "-iquote", "-idirafter", "-Fsystem", "-I", "-F",
    "-L",
  ]

  private static let naming: Set<String> = [
    "-include", "-imacros", "-import-objc-header", "-fmodule-map-file", "-vfsoverlay", "-ivfsoverlay",
    "-load-plugin-executable", "-load-plugin-library", "-load-resolved-plugin", "-force_load",
    "-weak_library",
    "-reexport_library", "-exported_symbols_list", "-unexported_symbols_list", "-order_file", "-filelist",
    "-alias_list", "-bundle_loader",
  ]
}
