import Base

/// Evaluated manifests from earlier runs, in one file.
///
/// The file holds the entries, the most recently used first.
/// Whatever is wrong with it makes it empty; it is replaced as a whole. Two processes that write at
/// once lose entries of one of them, which costs time only.
package struct ManifestCache: Sendable {
  /// A SHA-256 digest's bytes, see `ManifestCacheKey`.
  typealias Key = [UInt8]

  /// Counts up with every change to the file, to the binary form of a manifest or to how one is
  /// evaluated.
  package static let formatVersion = 2

  private static let form = SealedForm("ambit-manifests", version: formatVersion)
  /// Beyond this the least recently used go.
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

  /// Writes the file anew when there is something new to keep. `used` are the keys this run asked for.
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
