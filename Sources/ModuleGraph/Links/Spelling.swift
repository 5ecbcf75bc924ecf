import Support

/// Finds how a path is really written, where the file system takes other ways to write it for the same: a manifest that
/// says `sources/core` gets `Sources/Core` on most Macs, while Git and the trees know one of them only.
package struct Spelling: Sendable {
  let tree: any FileTree
  let names: NameMatching

  /// The path as the tree has it; as it was given where there is nothing.
  func of(_ path: RelativePath) -> RelativePath {
    if isThere(path) { return path }
    var real = RelativePath.root
    let components = path.components
    for (depth, component) in components.enumerated() {
      let asGiven = real.appending(RelativePath(Array(component)))
      if isThere(asGiven) {
        real = asGiven
        continue
      }
      let key = names.key(of: component)
      let entries = (try? tree.entries(of: real)) ?? []
      guard let entry = entries.first(where: { names.key(of: $0.name) == key }) else {
        return components[depth...].reduce(real) { $0.appending(RelativePath(Array($1))) }
      }
      real = real.appending(RelativePath(entry.name))
    }
    return real
  }

  private func isThere(_ path: RelativePath) -> Bool { (try? tree.kind(of: path)) ?? nil != nil }
}
