/// The things besides its text and the toolchain that the value of a manifest may depend on.
package enum ManifestPurity: Sendable, Hashable {
  /// The value depends on nothing else.
  case pure
  /// The value depends on the environment and the package's folder (`Context`).
  case environment
  /// The value may depend on files, Git, the clock: anything. It must not be kept for the next run.
  case world
}

extension ManifestPurity {
  private static let harmlessImports: Set<String> = ["PackageDescription", "CompilerPluginSupport"]

  /// Names in the standard library that give access to more than the text.
  private static let doors: Set<String> = [
    "CommandLine", "readLine", "random", "randomElement", "shuffled", "shuffle", "hashValue", "Hasher",
    "SystemRandomNumberGenerator", "ContinuousClock", "SuspendingClock", "gitInformation", "dlopen",
    "dlsym", "Unmanaged", "OpaquePointer", "withContiguousStorageIfAvailable",
    "withContiguousMutableStorageIfAvailable",
  ]

  /// Judges by the words of the text, even in branches that are not compiled. A word that is not known to be harmless
  /// counts as `world`.
  package static func of(_ contents: [UInt8]) -> ManifestPurity {
    guard let text = try? TokenizedManifest(contents) else { return .world }
    var usesContext = false
    for (index, token) in text.tokens.enumerated() {
      switch token.kind {
      case .string, .stringRest: continue
      case .symbol:
        // `@_silgen_name` and similar attributes reach any function of the C library.
        if contents[token.range.lowerBound] == UInt8(ascii: "@"),
          text.word(index + 1).utf8.first == UInt8(ascii: "_")
        {
          return .world
        }
      case .directive:
        if contents[token.range].starts(with: "#file".utf8) { usesContext = true }
      case .word:
        let word = text.word(index)
        if doors.contains(word) || isUnsafe(word) { return .world }
        if word == "Context" {
          // Only `Context.environment` and `Context.packageDirectory` in full are known.
          guard text.word(index + 1) == ".",
            ["environment", "packageDirectory"].contains(text.word(index + 2))
          else { return .world }
          usesContext = true
        }
        if word == "import", !harmlessImports.contains(text.word(index + 1)) { return .world }
      }
    }
    return usesContext ? .environment : .pure
  }

  /// Returns true for words with "unsafe", since access to memory gives access to everything. The build setting
  /// `unsafeFlags` only names flags.
  private static func isUnsafe(_ word: String) -> Bool {
    word != "unsafeFlags" && word.lowercased().contains("unsafe")
  }
}
