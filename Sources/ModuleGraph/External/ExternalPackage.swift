package import Manifests
package import Support

/// A package from a repository elsewhere whose manifest is at hand.
package struct ExternalPackage: Sendable, Hashable {
  /// Where packages from elsewhere stand in the graph and in its tree: where SwiftPM puts them, and no workspace has any.
  package static let root = RelativePath(".build/checkouts")

  package let identity: String
  package let manifest: PackageManifest

  package init(identity: String, manifest: PackageManifest) {
    self.identity = identity
    self.manifest = manifest
  }

  package var folder: RelativePath { Self.folder(of: identity) }

  package static func folder(of identity: String) -> RelativePath { root.appending(identity) }
}
