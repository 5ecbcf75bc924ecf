import Digests
package import Support

/// The graph of one revision, with what it takes to tell whether it still holds after a change.
struct LoadedRevision: Sendable {
  var graph: WorkspaceGraph
  let unknownPackages: [UnknownPackage]
  let missingPackages: [GraphBuilder.PathDependency]
  let warnings: [Warning]
  let probes: EncodedProbes
  /// What the sources of each module import, as a digest, by module index.
  let imports: [UInt64]
  /// Whether the same files always give the same graph: no manifest reads anything else.
  let isReproducible: Bool
}

/// A package that cannot be looked into, with a sentence that says why.
package struct UnknownPackage: Sendable, Hashable {
  package let folder: RelativePath
  package let reason: String
}

extension ImportScan.Found {
  /// Stands for what the roots of one module import. Sixty-four bits of SHA-256 are enough to notice a
  /// change; nobody gains from forging one in his own sources.
  static func digest(_ found: [ImportScan.Found]) -> UInt64 {
    var writer = ByteWriter()
    for root in found {
      root.folder.write(to: &writer)
      root.imports.modules.write(to: &writer)
      root.imports.includes.write(to: &writer)
    }
    return SHA256.digest(of: writer.bytes).bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
