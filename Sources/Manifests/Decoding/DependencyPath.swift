import Support

/// Brings the path of a path dependency into the one form that does not depend on where the workspace
/// lies, whoever reported it.
///
/// - What lies in the workspace is relative to the package's folder, however it was written.
/// - What lies outside is relative too, unless the manifest itself spells out an absolute path or `~/`.
struct DependencyPath {
  /// The absolute folder of the package, as whoever reported the path saw it.
  let packageFolder: String
  /// The package's folder as seen from the workspace.
  let folder: RelativePath
  /// The manifest's text, to tell what it spelled out.
  let contents: [UInt8]

  /// As the manifest wrote it.
  func canonical(written path: String) -> String {
    if path.hasPrefix("~/") { return path }
    guard path.hasPrefix("/") else { return RelativePath(path).description }
    let absolute = RelativePath(String(path.drop { $0 == "/" }))
    return isInWorkspace(absolute) ? relative(absolute) : "/" + absolute.description
  }

  /// As SwiftPM resolved it: always absolute.
  func canonical(resolved path: String) -> String {
    let absolute = RelativePath(String(path.drop { $0 == "/" }))
    if isInWorkspace(absolute) { return relative(absolute) }
    if spellsOut("/\(absolute)") { return "/\(absolute)" }
    // Which folder SwiftPM takes for the home is its own affair; what follows it stands in the text.
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
