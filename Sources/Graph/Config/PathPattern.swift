package import Base

/// A pattern for files, relative to the workspace's root.
///
/// As in `.gitignore`, a pattern without a slash matches at any depth (`LICENSE*`, `*.md`). A pattern with a slash is
/// anchored at the root: `docs/*.txt`, or `/LICENSE` for the root's file alone. A trailing slash stands for all files
/// in the folder (`docs/`). `Glob` has the rest of the rules.
package struct PathPattern: Sendable, Hashable, CustomStringConvertible {
  /// The pattern as written.
  package let text: String
  private let glob: Glob
  private let ignoresCase: Bool

  /// `Glob.problem(in:)` checks the text, not this initialiser.
  package init(_ text: String, ignoringCase ignoresCase: Bool = false) {
    self.text = text
    self.ignoresCase = ignoresCase
    var pattern = text[...]
    if pattern.hasSuffix("/") {
      pattern = pattern.dropLast()
      // `docs/` is no more anchored than `docs`.
      glob = Glob(Self.anchoring(pattern) + "/**")
    } else {
      glob = Glob(Self.anchoring(pattern))
    }
  }

  private static func anchoring(_ pattern: Substring) -> String {
    pattern.utf8.contains(UInt8(ascii: "/")) ? String(pattern) : "**/\(pattern)"
  }

  /// Returns true when `path` itself matches. Rules that make Ambit select less must use this.
  package func matches(_ components: [ArraySlice<UInt8>]) -> Bool {
    glob.matches(components, ignoringCase: ignoresCase)
  }

  /// Returns true when `path` or a folder above it matches. Rules that make Ambit select more should use this.
  package func covers(_ path: RelativePath) -> Bool { glob.covers(path) }
  /// Pass `ignoringCase` on a file system that opens files by a name in any case.
  package func covers(_ components: [ArraySlice<UInt8>], ignoringCase: Bool = false) -> Bool {
    glob.covers(components, ignoringCase: ignoringCase)
  }

  /// The places that hold all matches. See `Glob.fixedPlaces`.
  package var fixedPlaces: [RelativePath] { glob.fixedPlaces }

  /// Returns true for a folder that a search for matches should open. See `Glob.names(folder:)`.
  package func names(folder: RelativePath) -> Bool { glob.names(folder: folder) }

  /// Returns true for a folder whose own name is in the pattern. See `Glob.spells(folder:)`.
  package func spells(folder: RelativePath) -> Bool { glob.spells(folder: folder) }

  /// True when the pattern names nothing and matches whatever there is.
  package var matchesEverything: Bool { glob.matchesEverything }

  package var description: String { text }
}

extension WorkspaceConfig {
  /// Returns the files and folders that the `inputs` of a module name, as seen from the workspace and from the package.
  /// Patterns that begin with a wildcard have none.
  package func placesOfInputs(of module: ModuleID) -> [RelativePath] {
    let inputs = modules.filter { $0.pattern.matches(module) }.flatMap(\.settings.inputs)
    return inputs.flatMap(\.fixedPlaces).filter { !$0.isRoot }.flatMap { [$0, module.package.appending($0)] }
  }
}

extension PathPattern: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension PathPattern: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    self.init(try value.globText())
  }
}

/// A pattern for package folders, always anchored at the root: `Packages/*`. The pattern `.` is the root.
extension Glob: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    let text = try value.globText()
    self.init(RelativePath(text).description)
  }
}

extension ConfigValue {
  func globText() throws(Failure) -> String {
    let text = try String(self)
    if text.hasPrefix("!") {
      throw invalid(
        "\(Self.quote(text)) in \"\(name)\": a pattern cannot be negated; only \"!default\" starts with \"!\""
      )
    }
    if let problem = Glob.problem(in: text) {
      throw invalid("\(Self.quote(text)) in \"\(name)\" is not a valid pattern: \(problem)")
    }
    return text
  }

  /// Returns a plain path inside the workspace.
  func path() throws(Failure) -> RelativePath {
    let text = try String(self)
    let path = RelativePath(text)
    guard !text.hasPrefix("/"), !path.escapesRoot else {
      throw invalid("\(Self.quote(text)) in \"\(name)\" must be a path inside the workspace")
    }
    return path
  }
}

extension RelativePath: ConfigDecodable {
  init(_ value: ConfigValue) throws(Failure) {
    self = try value.path()
  }
}
