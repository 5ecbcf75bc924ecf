import Base

/// Brings the path of a path dependency into one form. The form depends neither on the workspace's place nor on the
/// tool that reported the path.
///
/// - A path into the workspace is relative to the package's folder, however it was written.
/// - A path out of the workspace is relative too, unless the manifest's text has the absolute path or `~/`.
struct DependencyPath {
  /// The absolute folder of the package, as the reporting tool saw it.
  let packageFolder: String
  /// The package's folder as seen from the workspace.
  let folder: RelativePath
  /// The manifest's text, which shows whether a path is written out.
  let contents: [UInt8]

  /// Converts a path in the form of the manifest.
  func canonical(written path: String) -> String {
    if path.hasPrefix("~/") { return path }
    guard path.hasPrefix("/") else { return RelativePath(path).description }
    let absolute = RelativePath(String(path.drop { $0 == "/" }))
    return isInWorkspace(absolute) ? relative(absolute) : "/" + absolute.description
  }

  /// Converts a path that SwiftPM has resolved, which is always absolute.
  func canonical(resolved path: String) -> String {
    let absolute = RelativePath(String(path.drop { $0 == "/" }))
    if isInWorkspace(absolute) { return relative(absolute) }
    if spellsOut("/\(absolute)") { return "/\(absolute)" }
    // SwiftPM decides which folder is the home. The part behind it is in the manifest's text.
    for start in absolute.components.indices {
      let rest = absolute.components[start...].map { Text.escapingInvalidUTF8($0) }.joined(separator: "/")
      if spellsOut("\"~/\(rest)\"") { return "~/\(rest)" }
    }
    return relative(absolute)
  }

  private var package: RelativePath { RelativePath(String(packageFolder.drop { $0 == "/" })) }

  private func isInWorkspace(_ absolute: RelativePath) -> Bool {
    var root = package
    for _ in folder.components { root = root.parent }
    guard root.appending(folder) == package else { return false }
    return absolute.isInside(root)
  }

  private func relative(_ absolute: RelativePath) -> String {
    let to = absolute.components
    let from = package.components
    let shared = zip(to, from).prefix { $0.elementsEqual($1) }.count
    let up = Array(repeating: "..", count: from.count - shared)
    let down = to.dropFirst(shared).map { Text.escapingInvalidUTF8($0) }
    return (up + down).joined(separator: "/")
  }

  private func spellsOut(_ text: String) -> Bool {
    let needle = Array(text.utf8)
    guard let first = needle.first, contents.count >= needle.count else { return false }
    return (0...(contents.count - needle.count)).contains {
      contents[$0] == first && contents[$0...].starts(with: needle)
    }
  }
}

/// Reads the location of a source control dependency the way SwiftPM does.
enum DependencyLocation {
  /// Returns true when the location is a folder and not a URL: it has neither a scheme nor a user before `@`.
  static func isPath(_ location: String) -> Bool {
    for delimiter in ["://", "@"] {
      if let end = firstRange(of: delimiter, in: location), !location[..<end].contains("/") { return false }
    }
    return true
  }

  private static func firstRange(of needle: String, in text: String) -> String.Index? {
    text.indices.first { text[$0...].hasPrefix(needle) }
  }
}

extension PackageDependency.Trait {
  /// Sorts the traits, since SwiftPM keeps them in a set and writes them in any order.
  static func inOrder(_ traits: [Self]) -> [Self] {
    traits.map { Self(name: $0.name, condition: $0.condition.sorted()) }
      .sorted {
        ($0.name, $0.condition.joined(separator: "\n")) < ($1.name, $1.condition.joined(separator: "\n"))
      }
  }
}

extension TraitDescription {
  static func inOrder(_ traits: [Self]) -> [Self] {
    traits.map { Self(name: $0.name, summary: $0.summary, enabledTraits: $0.enabledTraits.sorted()) }
      .sorted { $0.name < $1.name }
  }
}
