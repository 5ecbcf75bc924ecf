/// What, besides its own text and the toolchain, the value of a manifest may depend on.
package enum ManifestPurity: Sendable, Hashable {
  /// Nothing else.
  case pure
  /// The environment it is given and the folder it lies in (`Context`).
  case environment
  /// Files, Git, the clock: anything. Its value must not be kept from one run to the next.
  case world
}

extension ManifestPurity {
  private static let harmlessImports: Set<String> = ["PackageDescription", "CompilerPluginSupport"]

  /// The doors that the standard library itself leaves open.
  private static let doors: Set<String> = [
    "CommandLine", "readLine", "random", "randomElement", "shuffled", "shuffle", "hashValue", "Hasher",
    "SystemRandomNumberGenerator", "ContinuousClock", "SuspendingClock", "gitInformation", "dlopen",
    "dlsym", "Unmanaged", "OpaquePointer", "withContiguousStorageIfAvailable",
    "withContiguousMutableStorageIfAvailable",
  ]

  /// Judges by the words of the text, also those in branches that are not compiled. Whatever is not
  /// known to be harmless counts as the world.
  package static func of(_ contents: [UInt8]) -> ManifestPurity {
    guard let text = try? TokenizedManifest(contents) else { return .world }
    var usesContext = false
    for (index, token) in text.tokens.enumerated() {
      switch token.kind {
      case .string, .stringRest: continue
      case .symbol:
        // `@_silgen_name` and its kin reach any function of the C library.
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
          // `Context.environment` or `Context.packageDirectory`, spelled out.
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

  /// With memory at hand everything is. The build setting `unsafeFlags` only names flags.
  private static func isUnsafe(_ word: String) -> Bool {
    word != "unsafeFlags" && word.lowercased().contains("unsafe")
  }
}
