import Base

/// The two keys under which the value of a manifest may be cached.
///
/// With two keys, a lookup needs no look into the text. The value is under `plain` when only the text and the toolchain
/// decide it, else under `placed`.
struct ManifestCacheKey: Sendable, Hashable {
  let plain: ManifestCache.Key
  let placed: ManifestCache.Key

  /// The parts of a key that all manifests of one evaluation share.
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

  /// Returns the key to keep the value under; nil when the value may depend on anything.
  func keeping(_ contents: [UInt8]) -> ManifestCache.Key? {
    switch ManifestPurity.of(contents) {
    case .pure: Self.mayNameAbsolutePath(contents) ? placed : plain
    case .environment: placed
    case .world: nil
    }
  }

  /// Returns true when the text may contain an absolute path. A path into the workspace becomes relative, so the
  /// workspace's place then matters.
  private static func mayNameAbsolutePath(_ contents: [UInt8]) -> Bool {
    var before: (UInt8, UInt8) = (0, 0)
    for byte in contents {
      // The path may follow a quote, or be a URL without a host.
      let isRoot = before.1 == UInt8(ascii: "\"") || before == (UInt8(ascii: "/"), UInt8(ascii: "/"))
      if byte == UInt8(ascii: "/"), isRoot { return true }
      before = (before.1, byte)
    }
    return false
  }
}
