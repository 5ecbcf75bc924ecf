package import Digests

/// What a system-library target stands for on this machine: the library's files are nobody's sources, but what
/// is built against them depends on them all the same.
package struct SystemLibrary: Sendable, Hashable {
  /// As pkg-config has it; nil when it knows no such library, or none is named.
  package var version: String?
  /// Compiler and linker flags, in pkg-config's order.
  package var flags: [String]
  /// How many headers the module map leads to, through one another, and what they hold together.
  package var headerCount: Int
  package var headers: SHA256Digest

  package init(version: String?, flags: [String], headerCount: Int, headers: SHA256Digest) {
    self.version = version
    self.flags = flags
    self.headerCount = headerCount
    self.headers = headers
  }
}

extension SystemLibrary {
  /// Where the flags say that headers lie.
  package var headerFolders: [String] { flags.filter { $0.hasPrefix("-I") }.map { String($0.dropFirst(2)) } }
}

/// What a system-library target says about itself.
package struct SystemLibraryRequest: Sendable, Hashable {
  package var pkgConfig: String?
  /// The bytes of the target's module maps and headers.
  package var files: [[UInt8]]

  package init(pkgConfig: String?, files: [[UInt8]]) {
    self.pkgConfig = pkgConfig
    self.files = files
  }

  /// The headers that the target's own files name.
  var includes: [String] {
    files.flatMap {
      Self.headers(inModuleMap: $0) + CIncludeLexer.includes(in: $0).filter(\.isFile).map(\.path)
    }
  }

  /// The quoted names after `header` in a module map; in a header there are none.
  private static func headers(inModuleMap bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "{" || $0 == "}" }
    return zip(words, words.dropFirst()).compactMap { keyword, name in
      guard keyword == "header", name.count > 1, name.hasPrefix("\""), name.hasSuffix("\"") else {
        return nil
      }
      return String(name.dropFirst().dropLast())
    }
  }
}

extension CInclude {
  var isFile: Bool { form == .quoted || form == .angled }
}
