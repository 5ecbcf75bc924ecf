package import Base
package import SwiftSources

/// A package folder with the value of its manifest.
package struct EvaluatedPackage: Sendable {
  package enum Outcome: Sendable, Hashable {
    case known(PackageManifest)
    /// The manifest cannot be evaluated. The text is the compiler's error, or says what could not be read.
    case unknown(String)
    /// A dependency leads to the folder, and there is no package. Some program may make it later, or it lies elsewhere.
    case missing
  }

  package let folder: RelativePath
  package let outcome: Outcome

  package var manifest: PackageManifest? {
    if case .known(let manifest) = outcome { manifest } else { nil }
  }
}

/// SwiftPM's identity of a package, made from its place: the last path component in lower case.
package enum PackageIdentity {
  /// `workspaceName` is the name of the workspace's root folder, which has no path component of its own.
  package static func of(folder: RelativePath, workspaceName: String) -> String {
    of(location: folder.isRoot ? workspaceName : Text.escapingInvalidUTF8(folder.lastComponent))
  }

  package static func of(location: String) -> String {
    var name = location.split(separator: "/").last.map(String.init) ?? location
    // scp-like locations: git@host:team/name.git and git@host:name.git
    if let colon = name.lastIndex(of: ":") { name = String(name[name.index(after: colon)...]) }
    if name.hasSuffix(".git") { name.removeLast(4) }
    return name.lowercased()
  }
}
