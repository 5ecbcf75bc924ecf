import Base
import Graph
import Store
import SwiftSources

/// Public surfaces and compiled modules in the local store, under the modules' keys.
struct InterfaceStore {
  /// Raise this when the same sources give another surface. Older records are then not found.
  private static let version = "ambit-interface-3"
  private static let surfaceName = "surface"
  private static let moduleName = "module"
  private static let longestInline = 16 << 10

  let store: LocalStore

  private static func key(_ key: SHA256Digest) -> SHA256Digest {
    SHA256.digest(of: Array(version.utf8) + key.bytes)
  }

  func surface(_ key: SHA256Digest) -> PublicSurface? {
    contents(of: Self.surfaceName, key).flatMap { PublicSurface(decoding: $0[...]) }
  }

  /// Returns the compiled module for importers. nil where it is not stored, or where no compiler made it.
  func module(_ key: SHA256Digest) -> [UInt8]? { contents(of: Self.moduleName, key) }

  func keep(_ surface: PublicSurface, _ module: [UInt8], under key: SHA256Digest) {
    guard let surface = file(Self.surfaceName, surface.encoded),
      let module = put(module)
    else { return }
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.moduleName, digest: module), surface]
    store.setRecord(result, for: Self.key(key), isCopy: true)
  }

  private func contents(of name: String, _ key: SHA256Digest) -> [UInt8]? {
    let result = store.record(Self.key(key))
    guard let file = result?.outputFiles.first(where: { $0.path == name }) else { return nil }
    return file.contents.isEmpty ? store.blob(file.digest) : file.contents
  }

  private func file(_ name: String, _ bytes: [UInt8]) -> ActionResult.OutputFile? {
    if bytes.count <= Self.longestInline { return .init(path: name, contents: bytes) }
    return put(bytes).map { .init(path: name, digest: $0) }
  }

  /// Does not wait for the disk. A lost file is made again.
  private func put(_ bytes: [UInt8]) -> ContentDigest? {
    let digest = ContentDigest(of: bytes)
    return store.putCopy(bytes, as: digest) ? digest : nil
  }
}
