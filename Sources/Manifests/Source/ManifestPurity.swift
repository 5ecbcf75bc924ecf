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
    guard let tokens = try? SwiftScanner.tokens(of: contents) else { return .world }
    var usesContext = false
    for (index, token) in tokens.enumerated() {
      let text = contents[token.range]
      switch token.kind {
      case .string: continue
      case .symbol:
        // `@_silgen_name` and its kin reach any function of the C library.
        if text.first == UInt8(ascii: "@"), index + 1 < tokens.count,
          contents[tokens[index + 1].range].first == UInt8(ascii: "_")
        {
          return .world
        }
      case .directive:
        if text.starts(with: "#file".utf8) { usesContext = true }
      case .word:
        let word = String(decoding: text, as: UTF8.self)
        if doors.contains(word) || isUnsafe(word) { return .world }
        if word == "Context" {
          guard isPlainContextUse(after: index, tokens, contents) else { return .world }
          usesContext = true
        }
        if word == "import", !isHarmlessImport(at: index, tokens, contents) { return .world }
      }
    }
    return usesContext ? .environment : .pure
  }

  /// With memory at hand everything is. The build setting `unsafeFlags` only names flags.
  private static func isUnsafe(_ word: String) -> Bool {
    word != "unsafeFlags" && word.lowercased().contains("unsafe")
  }

  /// `Context.environment` or `Context.packageDirectory`, spelled out.
  private static func isPlainContextUse(
    after index: Int, _ tokens: [SwiftToken], _ contents: [UInt8]
  ) -> Bool {
    guard index + 2 < tokens.count, contents[tokens[index + 1].range].elementsEqual(".".utf8) else {
      return false
    }
    let member = contents[tokens[index + 2].range]
    return member.elementsEqual("environment".utf8) || member.elementsEqual("packageDirectory".utf8)
  }

  private static func isHarmlessImport(
    at index: Int, _ tokens: [SwiftToken], _ contents: [UInt8]
  ) -> Bool {
    guard index + 1 < tokens.count else { return false }
    return harmlessImports.contains(String(decoding: contents[tokens[index + 1].range], as: UTF8.self))
  }
}
