/// Finds the paths in a list of compiler and linker flags.
package struct FlagPaths {
  package struct Named: Hashable {
    package let text: String
    /// True when the flag takes a path. Otherwise the text is a path only if a file or folder exists there.
    package let isCertain: Bool
    /// True for a folder in which headers, libraries or plugins are looked for.
    package let isSearched: Bool

    package init(text: String, isCertain: Bool, isSearched: Bool = false) {
      (self.text, self.isCertain, self.isSearched) = (text, isCertain, isSearched)
    }

    /// True when the text looks like a path.
    package var isLikely: Bool { isCertain || text.contains { $0 == "/" || $0 == "." } }
  }

  package private(set) var named: [Named] = []

  /// Flags that hand the next word on to another tool.
  private static let passing: Set<Substring> = [
    "-Xcc", "-Xclang", "-Xfrontend", "-Xlinker", "-Xcxx", "-Xswiftc", "-Xclang-linker", "-Xassembler",
    "-Xpreprocessor", "-Xbuild-tools-swiftc",
  ]
  /// Flags that hand on the text behind the comma.
  private static let lists = ["-Wl,", "-Wa,", "-Wp,"]

  /// Flags that take a path as the next word or behind `=`, with one dash or two. Flags that name an output are left
  /// out.
  private static let separate: Set<Substring> = [
    // swiftc
    "Isystem", "Fsystem", "import-objc-header", "internal-import-bridging-header", "import-bridging-header",
    "import-pch", "sdk",
    "vfsoverlay",
    "load-plugin-library", "load-plugin-executable", "load-resolved-plugin", "load-plugin", "plugin-path",
    "external-plugin-path", "in-process-plugin-server-path", "explicit-swift-module-map-file",
    "swift-module-file", "const-gather-protocols-file", "access-notes-path", "blocklist-file", "resource-dir",
    "tools-directory", "gcc-toolchain", "candidate-module-file", "load-pass-plugin", "profile-use",
    "profile-sample-use", "cs-profile-use", "ir-profile-use", "working-directory", "filelist",
    "localization-path",
    "platform-availability-inheritance-map-path", "previous-module-installname-map-file", "module-map-file",
    "visualc-tools-root", "windows-sdk-root", "sysroot", "api-diff-data-file", "api-diff-data-dir",
    // clang
    "include", "imacros", "include-pch", "chain-include", "idirafter", "iprefix", "iwithprefix",
    "iwithprefixbefore", "iwithsysroot", "isysroot", "ivfsoverlay", "isystem-after", "c-isystem",
    "cxx-isystem",
    "objc-isystem", "objcxx-isystem", "stdlib++-isystem", "internal-isystem", "internal-externc-isystem",
    "internal-iframework", "iapinotes-modules", "embed-dir", "config", "ast-merge",
    "load",
    "fmodule-map-file", "fmodule-file", "fmodules-embed-file", "fprebuilt-module-path", "fplugin",
    "fpass-plugin",
    "fprofile-use", "fprofile-instr-use", "fprofile-sample-use", "fprofile-list", "fprofile-remapping-file",
    "fmemory-profile-use", "fcodegen-data-use", "fsanitize-ignorelist", "fsanitize-blacklist",
    "fsanitize-coverage-allowlist", "fsanitize-coverage-ignorelist", "fxray-attr-list",
    "fxray-always-instrument",
    "fxray-never-instrument", "frandomize-layout-seed-file", "fbuild-session-file", "fthinlto-index",
    "multi-lib-config", "ld-path", "fuse-ld",
    // Linkers
    "rpath", "rpath-link", "T", "dT", "script", "default-script", "version-script", "dynamic-list",
    "just-symbols", "R", "retain-symbols-file", "symbol-ordering-file", "section-ordering-file",
    "call-graph-ordering-file", "call-graph-profile", "remap-inputs", "remap-inputs-file", "in-implib",
    "library-path", "force_load", "order_file", "exported_symbols_list",
    "unexported_symbols_list", "export-dynamic-symbol-list", "plugin", "lto-sample-profile", "Y",
    "alias_list", "bundle_loader", "reexport_library", "weak_library",
  ]
  /// Flags that take a path as the next word, or in the same word.
  private static let joined: [Substring] = [
    "-iframeworkwithsysroot", "-iframework", "-isystem", "-iquote", "-idirafter", "-I", "-L", "-F", "-B",
  ]

  private static let searched = Set(joined + ["-Isystem", "-Fsystem"])

  package init(_ flags: [String]) {
    // `-Xcc -I -Xcc path` means `-I path` to the tool that gets it; `-Wl,-L,path` likewise.
    let words = flags.flatMap { flag in
      Self.lists.contains { flag.hasPrefix($0) }
        ? flag.split(separator: ",").dropFirst().map { $0 } : [flag[...]]
    }.filter { !Self.passing.contains($0) }
    var rest = words[...]
    while let word = rest.popFirst() {
      if Self.takesPath(word) || Self.joined.contains(word) {
        // `-fprofile-use` stands alone, or before a path.
        guard rest.first?.hasPrefix("-") == false, let path = rest.popFirst() else { continue }
        add(path, isCertain: true, isSearched: Self.searched.contains(word))
      } else if word == "-sectcreate" {
        // The names of a segment and of a section come first.
        rest = rest.dropFirst(2)
        add(rest.popFirst() ?? "", isCertain: true)
      } else {
        addSingle(word)
      }
    }
  }

  private static func takesPath(_ word: Substring) -> Bool {
    word.hasPrefix("-") && separate.contains(word.drop { $0 == "-" })
  }

  private mutating func addSingle(_ word: Substring) {
    if let equals = word.firstIndex(of: "="), !Self.joined.contains(where: word.hasPrefix) {
      let value = word[word.index(after: equals)...]
      let isCertain = Self.takesPath(word[..<equals])
      add(value, isCertain: isCertain)
      // `-fmodule-file=name=path`
      if let next = value.firstIndex(of: "=") {
        add(value[value.index(after: next)...], isCertain: isCertain)
      }
    } else if let prefix = Self.joined.first(where: word.hasPrefix) {
      add(word.dropFirst(prefix.count), isCertain: true, isSearched: true)
    } else if word.hasPrefix("-T") {
      add(word.dropFirst(2), isCertain: false)
    } else if word.hasPrefix("@"), !Self.isForLoader(word) {
      // A file with more flags
      add(word.dropFirst(), isCertain: true)
    } else if !word.hasPrefix("-") {
      add(word, isCertain: false)
    }
  }

  private mutating func add(_ text: Substring, isCertain: Bool, isSearched: Bool = false) {
    // A plug-in's executable is followed by `#` and its modules.
    for path in text.split(separator: "#").prefix(2) where !Self.isForLoader(path) {
      let isFolderHere = path == "." || path == ".."
      let isCertain = isCertain && path.startIndex == text.startIndex
      if isCertain || !isFolderHere {
        named.append(Named(text: String(path), isCertain: isCertain, isSearched: isSearched))
      }
    }
  }

  /// Returns true for paths at run time, such as `@rpath/Kit.framework` and `$ORIGIN/../lib`.
  private static func isForLoader(_ path: Substring) -> Bool { loaderFolders.contains(where: path.hasPrefix) }

  private static let loaderFolders = [
    "@rpath", "@executable_path", "@loader_path", "$ORIGIN", "${ORIGIN", "$LIB", "${LIB}", "$PLATFORM",
    "${PLATFORM}",
  ]

  /// Returns true when one of `flags` names a relative path: its meaning depends on the folder in which a tool is
  /// called. Text that only looks like a path counts too.
  package static func haveRelative(_ flags: [String]) -> Bool {
    FlagPaths(flags.filter { !$0.hasPrefix("-D") }).named.contains { $0.isLikely && !$0.text.hasPrefix("/") }
  }
}
