import Digests
import Platform

/// Evaluated manifests from earlier runs, in one file.
///
/// The file is a header, a digest of all that follows, and the entries, the most recently used first.
/// Whatever is wrong with it makes it empty; it is replaced as a whole. Two processes that write at
/// once lose entries of one of them, which costs time only.
struct ManifestCache: Sendable {
  /// A SHA-256 digest's bytes, see `ManifestCacheKey`.
  typealias Key = [UInt8]

  /// Counts up with every change to the file, to the binary form of a manifest or to how one is
  /// evaluated.
  static let formatVersion = 1

  private static let header = Array("ambit-manifests \(formatVersion)\n".utf8)
  /// Beyond this the least recently used go.
  private static let largestSize = 32 << 20

  private let path: String
  private var order: [Key] = []
  private var entries: [Key: ArraySlice<UInt8>] = [:]

  init(folder: String) {
    path = "\(folder)/manifests-\(Self.formatVersion).pack"
    guard let bytes = LocalFiles.read(path), bytes.starts(with: Self.header) else { return }
    let rest = bytes[Self.header.count...]
    guard rest.count >= 32, SHA256.digest(of: rest.dropFirst(32)).bytes.elementsEqual(rest.prefix(32)) else {
      return
    }
    var reader = ByteReader(rest.dropFirst(32))
    while !reader.isAtEnd {
      guard let key = try? reader.take(32), let count = try? reader.count(),
        let value = try? reader.take(count)
      else { break }
      order.append(Array(key))
      entries[Array(key)] = value
    }
  }

  subscript(_ key: Key) -> PackageManifest? {
    guard let bytes = entries[key] else { return nil }
    var reader = ByteReader(bytes)
    guard let manifest = try? reader.value(PackageManifest.self), reader.isAtEnd else { return nil }
    return manifest
  }

  /// Writes the file anew when there is something new to keep. `used` are the keys this run asked for.
  func save(adding new: [Key: PackageManifest], used: [Key]) {
    guard !new.isEmpty else { return }
    var writer = ByteWriter()
    var written: Set<Key> = []
    for key in used + order where writer.bytes.count < Self.largestSize && !written.contains(key) {
      guard let value = new[key].map(Self.encode) ?? entries[key] else { continue }
      written.insert(key)
      writer.append(key)
      writer.count(value.count)
      writer.append(value)
    }
    LocalFiles.replace(
      path, with: Self.header + SHA256.digest(of: writer.bytes).bytes + writer.bytes)
  }

  private static func encode(_ manifest: PackageManifest) -> ArraySlice<UInt8> {
    var writer = ByteWriter()
    manifest.write(to: &writer)
    return writer.bytes[...]
  }
}
