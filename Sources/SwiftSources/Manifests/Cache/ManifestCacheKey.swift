import Base

/// Under which keys the value of a manifest may be kept.
///
/// There are two, so that looking a value up needs no look into the text: a value stands under the plain
/// one when nothing but the text and the toolchain decides it, else under the placed one.
struct ManifestCacheKey: Sendable, Hashable {
  let plain: ManifestCache.Key
  let placed: ManifestCache.Key

  /// What all manifests of one evaluation share.
  struct Surroundings: Sendable {
    private let toolchain: [UInt8]
    private let environment: [UInt8]

    init(toolchain: Toolchain, environment: [String: String]) {
      var writer = ByteWriter()
      ManifestCache.formatVersion.write(to: &writer)
      toolchain.identity.write(to: &writer)
      toolchain.manifestAPIFolder.write(to: &writer)
      self.toolchain = SHA256.digest(of: writer.bytes).bytes
      self.environment = SHA256.digest(of: environment.encoded).bytes
    }

    func key(of source: ManifestSource) -> ManifestCacheKey {
      let plain = SHA256.digest(of: toolchain + source.contents).bytes
      var writer = ByteWriter()
      writer.raw(plain)
      writer.raw(environment)
      source.absoluteFolder.write(to: &writer)
      source.folder.description.write(to: &writer)
      return ManifestCacheKey(plain: plain, placed: SHA256.digest(of: writer.bytes).bytes)
    }
  }

  /// The key that the value belongs under; nil when it may depend on anything.
  func keeping(_ contents: [UInt8]) -> ManifestCache.Key? {
    switch ManifestPurity.of(contents) {
    case .pure: Self.mayNameAbsolutePath(contents) ? placed : plain
    case .environment: placed
    case .world: nil
    }
  }

  /// An absolute path is told relative to the workspace when it leads into it, so where the workspace
  /// lies matters then.
  private static func mayNameAbsolutePath(_ contents: [UInt8]) -> Bool {
    var before: (UInt8, UInt8) = (0, 0)
    for byte in contents {
      // A string that starts with a slash, or a URL without a host.
      let isRoot = before.1 == UInt8(ascii: "\"") || before == (UInt8(ascii: "/"), UInt8(ascii: "/"))
      if byte == UInt8(ascii: "/"), isRoot { return true }
      before = (before.1, byte)
    }
    return false
  }
}
