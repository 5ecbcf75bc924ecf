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
