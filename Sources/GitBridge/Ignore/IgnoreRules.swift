/// The patterns of one ignore file.
struct IgnoreRules: Sendable {
  private let patterns: [IgnorePattern]

  init(_ bytes: [UInt8], ignoresCase: Bool) {
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    patterns = text.split(separator: UInt8(ascii: "\n")).compactMap {
      IgnorePattern(line: $0, ignoresCase: ignoresCase)
    }
  }

  var isEmpty: Bool { patterns.isEmpty }

  /// Returns true when the last matching pattern ignores the path, false when it does not, and nil when none matches.
  func verdict(path: ArraySlice<UInt8>, name: ArraySlice<UInt8>, isFolder: Bool) -> Bool? {
    patterns.last { $0.matches(path: path, name: name, isFolder: isFolder) }.map { !$0.isNegated }
  }
}

/// The rules that apply in one folder: those of its own file, then of the folders above, then of the repository and of
/// the user.
final class IgnoreScope: Sendable {
  private let rules: IgnoreRules
  /// The length of the path of the rules' folder, with its slash.
  private let prefix: Int
  private let outer: IgnoreScope?

  init(_ rules: IgnoreRules, prefix: Int, outer: IgnoreScope?) {
    self.rules = rules
    self.prefix = prefix
    self.outer = outer
  }

  /// Returns true when `path`, relative to the root of the work tree, is ignored. The caller knows that no folder above
  /// it is ignored.
  func ignores(_ path: ArraySlice<UInt8>, name: ArraySlice<UInt8>, isFolder: Bool) -> Bool {
    var scope: IgnoreScope? = self
    while let current = scope {
      let below = path.dropFirst(current.prefix)
      if let verdict = current.rules.verdict(path: below, name: name, isFolder: isFolder) { return verdict }
      scope = current.outer
    }
    return false
  }
}
