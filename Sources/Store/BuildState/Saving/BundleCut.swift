import Base

/// Decides which files are compressed together. Files that change together are in one bundle: those of one module, one
/// large product, or one module cache.
enum BundleCut {
  /// The size of a bundle. It is small enough to keep all processors busy in a restore, and large enough to avoid a
  /// file for each module.
  private static let target = 8 << 20
  private static let largeProduct = 64 << 10

  static func cut(_ files: [ScratchFile]) -> [[ScratchFile]] {
    let groups = Dictionary(grouping: files) { group(of: $0) }
    let ordered = groups.keys.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { groups[$0] }
    return ordered.reduce(into: []) { add($1, to: &$0) }.map(\.files)
  }

  private struct Bundle {
    var files: [ScratchFile] = []
    var bytes = 0
  }

  /// Adds a group of files. Small groups share a bundle, and large ones take several.
  private static func add(_ group: [ScratchFile], to bundles: inout [Bundle]) {
    let bytes = group.reduce(0) { $0 + $1.status.size }
    if let last = bundles.last, last.bytes + bytes <= target {
      bundles[bundles.count - 1].files += group
      bundles[bundles.count - 1].bytes += bytes
      return
    }
    bundles.append(Bundle())
    for file in group {
      if let last = bundles.last, last.bytes > 0, last.bytes + file.status.size > target {
        bundles.append(Bundle())
      }
      bundles[bundles.count - 1].files.append(file)
      bundles[bundles.count - 1].bytes += file.status.size
    }
  }

  /// Returns the group of a file in SwiftPM's layout `<triple>/<configuration>/...`. Other files form one group.
  private static func group(of file: ScratchFile) -> [UInt8] {
    let parts = file.path.components
    if let cache = parts.dropLast().firstIndex(where: { $0.elementsEqual("ModuleCache".utf8) }) {
      return Array(parts[...min(cache + 1, parts.count - 2)].joined(separator: [UInt8(ascii: "/")]))
    }
    guard parts.count > 2 else { return [] }
    if parts.count > 3, let module = stem(parts[2], ".build") { return module }
    if parts.count > 3, parts[2].elementsEqual("Modules".utf8),
      let dot = parts[3].firstIndex(of: UInt8(ascii: "."))
    {
      return Array(parts[3][..<dot])
    }
    return parts.count == 3 && file.status.size > largeProduct ? file.path.bytes : []
  }

  private static func stem(_ name: ArraySlice<UInt8>, _ suffix: String) -> [UInt8]? {
    name.count > suffix.utf8.count && name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
      ? Array(name.dropLast(suffix.utf8.count)) : nil
  }
}

/// Cuts lists for several threads. A piece is large enough to be worth a thread's time, and small enough that all
/// threads have work.
enum Chunks {
  private static let mostElements = 256
  private static let mostBytes = 4 << 20

  static func cut<Element>(_ elements: [Element], size: (Element) -> Int) -> [[Element]] {
    var chunks: [[Element]] = []
    var chunk: [Element] = []
    var bytes = 0
    for element in elements {
      chunk.append(element)
      bytes += size(element)
      if chunk.count == mostElements || bytes >= mostBytes {
        chunks.append(chunk)
        (chunk, bytes) = ([], 0)
      }
    }
    return chunk.isEmpty ? chunks : chunks + [chunk]
  }
}
