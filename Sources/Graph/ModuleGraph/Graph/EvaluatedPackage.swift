package import Base
package import SwiftSources

/// A package folder with what its manifest turned out to say.
package struct EvaluatedPackage: Sendable {
  package enum Outcome: Sendable, Hashable {
    case known(PackageManifest)
    /// The text says why: the compiler's error, or what could not be read.
    case unknown(String)
    /// A dependency leads here, and there is no package: it is made when it is needed, or lies elsewhere.
    case missing
  }

  package let folder: RelativePath
  package let outcome: Outcome

  package var manifest: PackageManifest? {
    if case .known(let manifest) = outcome { manifest } else { nil }
  }
}

/// How SwiftPM names a package by where it lies: the last path component in lower case.
package enum PackageIdentity {
  /// `workspaceName` stands for the workspace's root folder, which has no component of its own.
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
