import Base

/// Finds the few entries of a section that may match a path. A comparison with thousands of entries takes seconds for
/// the files of one change.
///
/// A pattern is filed under the folder that it begins with: `/Packages/Core/*.md` under `Packages/Core`. A pattern for
/// any depth is filed under the name or the extension that a component must have: `apps/`, `*.js`. Every other one
/// is filed under the root, and so compared with every path.
struct CodeOwnersIndex: Sendable, Hashable {
  /// The positions of exclusions. Any of them decides, wherever it is.
  let exclusions: [Int]
  // The positions of entries, ascending.
  private var byFolder: [RelativePath: [Int]] = [:]
  private var byName: [ArraySlice<UInt8>: [Int]] = [:]

  init(_ entries: [CodeOwnersEntry]) {
    exclusions = entries.indices.filter { entries[$0].isExclusion }
    for (position, entry) in entries.enumerated() {
      if let name = entry.pattern.requiredName {
        byName[name, default: []].append(position)
      } else {
        byFolder[entry.pattern.folder, default: []].append(position)
      }
    }
  }

  /// Returns the positions of all entries that may match, in several ascending lists.
  func candidates(for path: RelativePath) -> [[Int]] {
    let names = path.components.flatMap { [$0, $0.fileExtension] }
    return path.withAncestors.compactMap { byFolder[$0] } + names.compactMap { byName[$0] }
  }
}

extension CodeOwnersPattern {
  /// The components before the first wildcard. Each match is this path, or is below it.
  fileprivate var folder: RelativePath {
    let names = components.prefix { !$0.hasWildcards }
    return RelativePath(unchecked: Array(names.joined(separator: [UInt8(ascii: "/")])))
  }

  /// The name or extension of some component of every match, for a pattern for any depth.
  fileprivate var requiredName: ArraySlice<UInt8>? {
    guard components.count > 1, components[0] == Self.stars else { return nil }
    let name = components[1][...]
    let required = name.hasWildcards ? name.fileExtension : name
    return required.isEmpty || required.hasWildcards ? nil : required
  }
}

extension Collection<UInt8> {
  /// True when the bytes may stand for others. A closing bracket counts: a dot before it may be one of several.
  fileprivate var hasWildcards: Bool { contains { "*?[]\\".utf8.contains($0) } }
}

extension ArraySlice<UInt8> {
  /// The last dot and the text behind it; empty without a dot.
  fileprivate var fileExtension: Self { self[(lastIndex(of: UInt8(ascii: ".")) ?? endIndex)...] }
}
