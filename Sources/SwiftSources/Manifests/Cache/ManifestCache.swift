import Base

/// Evaluated manifests from earlier runs, in one file.
///
/// The file holds the entries, the most recently used first. A damaged file counts as empty, and is replaced as a
/// whole. Two processes that write at once lose the entries of one, which only costs time.
package struct ManifestCache: Sendable {
  /// The bytes of a SHA-256 digest, see `ManifestCacheKey`.
  typealias Key = [UInt8]

  /// The version rises with every change to the file, to the binary form of a manifest, or to the evaluation.
  package static let formatVersion = 3

  private static let form = SealedForm("ambit-manifests", version: formatVersion)
  /// The largest size in bytes. The least recently used entries are dropped first.
  private static let largestSize = 32 << 20

  private let path: String
  private var order: [Key] = []
  private var entries: [Key: ArraySlice<UInt8>] = [:]

  init(folder: String) {
    path = "\(folder)/manifests-\(Self.formatVersion).pack"
    var reader = ByteReader(Self.form.open(LocalFiles.read(path)) ?? [])
    while !reader.isAtEnd {
      guard let key = try? reader.raw(SHA256Digest.length), let value = try? reader.data() else { break }
      order.append(Array(key))
      entries[Array(key)] = value
    }
  }

  subscript(_ key: Key) -> PackageManifest? { entries[key].flatMap { PackageManifest(decoding: $0) } }

  /// Writes the file anew when there are new entries. `used` has the keys that this run looked up.
  func save(adding new: [Key: PackageManifest], used: [Key]) {
    guard !new.isEmpty else { return }
    var writer = ByteWriter()
    var written: Set<Key> = []
    for key in used + order where writer.bytes.count < Self.largestSize && !written.contains(key) {
      guard let value = new[key].map({ $0.encoded[...] }) ?? entries[key] else { continue }
      written.insert(key)
      writer.raw(key)
      writer.data(value)
    }
    LocalFiles.replace(path, with: Self.form.seal(writer.bytes))
  }
}

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
