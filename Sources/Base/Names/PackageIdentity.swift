/// SwiftPM's identity of a package, made from its place: the last path component in lower case.
package enum PackageIdentity {
  /// `workspaceName` is the name of the workspace's root folder, which has no path component of its own.
  package static func of(folder: RelativePath, workspaceName: String) -> String {
    of(location: folder.isRoot ? workspaceName : Text.escapingInvalidUTF8(folder.lastComponent))
  }

  /// Returns the identity of a package by its URL or path. The suffix `.git` counts in lower case only.
  package static func of(location: String) -> String {
    var name = location.split(separator: "/").last.map(String.init) ?? location
    // scp-like locations: git@host:team/name.git and git@host:name.git
    if let colon = name.lastIndex(of: ":") { name = String(name[name.index(after: colon)...]) }
    if name.hasSuffix(".git") { name.removeLast(4) }
    return name.lowercased()
  }
}
