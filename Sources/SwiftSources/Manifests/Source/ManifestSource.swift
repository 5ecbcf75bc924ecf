package import Base

/// The text of one manifest and its place, before evaluation.
package struct ManifestSource: Sendable, Hashable {
  /// The package's folder, relative to the workspace.
  package let folder: RelativePath
  /// The absolute path of that folder. A manifest that reads files needs its whole tree there. For any other manifest
  /// the folder need not contain this text, nor exist.
  package let absoluteFolder: String
  /// The file that SwiftPM reads, `Package.swift` or `Package@swift-6.0.swift`. See `ManifestSelection`.
  package let fileName: String
  package let contents: [UInt8]

  package init(folder: RelativePath, absoluteFolder: String, fileName: String, contents: [UInt8]) {
    self.folder = folder
    self.absoluteFolder = absoluteFolder
    self.fileName = fileName
    self.contents = contents
  }

  package var path: RelativePath { folder.appending(fileName) }
}

/// Chooses the manifest file of a package that SwiftPM reads.
package enum ManifestSelection {
  /// Returns the file SwiftPM would read; nil when the folder has no package.
  ///
  /// - `names`: the files of the package's folder.
  /// - `toolsVersion`: returns the version in the first line of a file. It is only called when there is a file for an
  ///   older compiler. That file counts when it declares a higher version than `Package.swift`.
  package static func manifestFileName(
    among names: some Collection<String>, toolchain: ToolsVersion,
    toolsVersion: (String) -> ToolsVersion?
  ) -> String? {
    guard names.contains(PackageFile.manifest) else { return nil }
    for version in [
      "\(toolchain.major).\(toolchain.minor).\(toolchain.patch)", "\(toolchain.major).\(toolchain.minor)",
      "\(toolchain.major)",
    ] where names.contains("Package@swift-\(version).swift") {
      return "Package@swift-\(version).swift"
    }
    let candidate = names.compactMap { name in version(of: name).map { (version: $0, name: name) } }
      .filter { $0.version <= toolchain }
      .max { ($0.version, $0.name) < ($1.version, $1.name) }
    guard let candidate, let specific = toolsVersion(candidate.name),
      let regular = toolsVersion(PackageFile.manifest)
    else { return PackageFile.manifest }
    return specific > regular ? candidate.name : PackageFile.manifest
  }

  /// The version in `Package@swift-5.10.1.swift`.
  private static func version(of name: String) -> ToolsVersion? {
    let prefix = "Package@swift-"
    let suffix = ".swift"
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else {
      return nil
    }
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
    return ToolsVersion(
      numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
  }
}

/// Reads the line `// swift-tools-version: 6.0` that opens a manifest.
///
/// Only forms that SwiftPM certainly accepts are read. Any other form gives nil, and the manifest is left to SwiftPM:
/// it knows the form or explains the error.
package enum ToolsVersionLine {
  package static func parse(_ contents: [UInt8]) -> ToolsVersion? {
    let start = contents.firstIndex { !$0.isBlank && !$0.isLineBreak } ?? contents.endIndex
    let line = contents[start...].prefix { !$0.isLineBreak }
    guard line.starts(with: "//".utf8) else { return nil }
    let afterMarker = line.dropFirst(2).drop(while: \.isBlank)
    let label = "swift-tools-version:"
    guard afterMarker.count > label.utf8.count,
      afterMarker.prefix(label.utf8.count).elementsEqual(label.utf8, by: { $0.asciiLowercased == $1 })
    else { return nil }
    let afterLabel = afterMarker.dropFirst(label.utf8.count)
    guard let version = version(afterLabel.drop(while: \.isBlank)) else { return nil }
    // Before 5.4 the form was strict: only line feeds before, one space after the marker, none after the label.
    let isStrict =
      contents[..<start].allSatisfy { $0 == UInt8(ascii: "\n") } && line.starts(with: "// ".utf8)
      && afterMarker.startIndex == line.startIndex + 3 && afterLabel.first?.isBlank == false
    return version >= ToolsVersion(5, 4) || isStrict ? version : nil
  }

  /// Reads `major.minor` or `major.minor.patch`, with digits only.
  private static func version(_ text: ArraySlice<UInt8>) -> ToolsVersion? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard !part.isEmpty, part.count < 6, part.allSatisfy(\.isASCIIDigit),
        let number = Int(String(decoding: part, as: UTF8.self))
      else { return nil }
      numbers.append(number)
    }
    return ToolsVersion(numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
  }
}

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

/// The reason why a manifest cannot be evaluated. Its package is then "unknown": any target may be in it.
package struct ManifestProblem: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable, CaseIterable {
    /// The compiler or SwiftPM refused the manifest.
    case invalidManifest = "invalid-manifest"
    /// The manifest did not end in time.
    case timedOut = "manifest-timed-out"
    /// SwiftPM's output about the manifest cannot be decoded.
    case unreadableAnswer = "unreadable-manifest-answer"
    /// The manifest reads files or Git, and the files on disk are not those of its revision.
    case needsItsTree = "manifest-needs-its-tree"
    /// The manifest has to run in a sandbox, and cannot.
    case unconfined = "manifest-unconfined"
    /// SwiftPM could not be run at all.
    case toolchainFailed = "toolchain-failed"
    /// The run is being stopped, so the manifest was not evaluated.
    case stopped
  }

  package let code: Code
  package let file: RelativePath
  package let line: Int?
  package let column: Int?
  /// The first error as the compiler or SwiftPM worded it.
  package let message: String

  package init(
    _ code: Code, file: RelativePath, line: Int? = nil, column: Int? = nil, message: String
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }
}

extension ManifestProblem: CustomStringConvertible {
  /// `Packages/Core/Package.swift:12:7: cannot find 'x' in scope`
  package var description: String {
    let place = [line, column].compactMap { $0.map(String.init) }.joined(separator: ":")
    return "\(file)\(place.isEmpty ? "" : ":" + place): \(message)"
  }
}
