import Base
import SwiftSources

/// Takes the place of the workspace out of the settings of manifests, so that clones elsewhere have the same keys.
///
/// `Context.packageDirectory` gives a manifest the absolute path of its package. Example: the flag `-L/home/ann/shop/libs`
/// counts as `-L<workspace>/libs`. A path outside of the repository stays as it is.
struct ManifestRoots: Sendable {
  /// The workspace and its repository, the inner one first, each with the text in its place.
  private let roots: [(path: [UInt8], name: [UInt8])]

  /// `paths` has the absolute path of the workspace, and that of its repository.
  init(_ paths: [String]) {
    let known = zip(paths, ["<workspace>", "<repository>"]).filter { path, _ in path.utf8.count > 1 }
    roots = known.map { (path: Array($0.0.utf8), name: Array($0.1.utf8)) }
  }

  func portable(_ text: String) -> String {
    if roots.isEmpty { return text }
    let bytes = Array(text.utf8)
    return mayName(in: bytes) ? String(decoding: replaced(in: bytes), as: UTF8.self) : text
  }

  /// Returns the encoded manifest of a package, as keys have it.
  func encodedManifest(of package: PackageNode) -> [UInt8] {
    let encoded = Self.bytes(of: package.encodedManifest)
    guard mayName(in: encoded), var manifest = package.manifest else { return encoded }
    for target in manifest.targets.indices {
      for setting in manifest.targets[target].settings.indices {
        let values = manifest.targets[target].settings[setting].values
        manifest.targets[target].settings[setting].values = values.map { portable($0) }
      }
    }
    return Self.bytes(of: EncodedManifest(manifest))
  }

  private static func bytes(of manifest: EncodedManifest) -> [UInt8] {
    var writer = ByteWriter()
    manifest.write(to: &writer)
    return writer.bytes
  }

  // MARK: Bytes

  private static let slash = UInt8(ascii: "/")
  /// Bytes that stand between the parts of a flag.
  private static let marks = Set(",:;= \t\"'#()".utf8)

  private func mayName(in bytes: [UInt8]) -> Bool {
    if roots.isEmpty { return false }
    return bytes.indices.contains { index in
      bytes[index] == Self.slash && roots.contains { bytes[index...].starts(with: $0.path) }
    }
  }

  private func replaced(in bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let found = roots.first { root in
        bytes[index] == Self.slash && bytes[index...].starts(with: root.path)
          && Self.isPath(bytes, index..<index + root.path.count)
      }
      if let found {
        result += found.name
        index += found.path.count
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// Returns true when the range is a whole path or the folders of one, alone or behind a flag such as `-L` or `@`. In
  /// `/mnt/shop` or `/shopping`, `/shop` is neither.
  private static func isPath(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    if range.upperBound < bytes.endIndex {
      let next = bytes[range.upperBound]
      guard next == slash || marks.contains(next) else { return false }
    }
    let before = bytes[..<range.lowerBound]
    let head = before[(before.lastIndex(where: marks.contains).map { $0 + 1 } ?? 0)...]
    guard let first = head.first else { return true }
    return (first == UInt8(ascii: "-") || first == UInt8(ascii: "@")) && !head.contains(slash)
  }
}
