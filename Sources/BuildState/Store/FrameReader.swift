import Cache
import Compression
import Platform

/// Reads the frames of a state from the store, on any number of threads.
final class FrameReader: Sendable {
  private let store: LocalStore
  private let manifest: Manifest
  /// Blobs of several frames, which would otherwise be read again for each.
  private let shared: Set<Int>
  private let kept = Guarded<[Int: [UInt8]]>([:])

  init(_ store: LocalStore, _ manifest: Manifest) {
    self.store = store
    self.manifest = manifest
    var seen: Set<Int> = []
    shared = Set(manifest.frames.lazy.map(\.blob).filter { !seen.insert($0).inserted })
  }

  /// What a frame holds. `prefix` is what its own prefix names.
  func content(
    of frame: Int, after prefix: ArraySlice<UInt8> = [], _ decompressor: ZstdDecompressor
  ) throws(StateError) -> [UInt8] {
    let place = manifest.frames[frame]
    guard let blob = blob(place.blob) else {
      throw StateError(.damaged, "the state is not used: a part of it is missing from the cache, or damaged")
    }
    let stored = blob[place.offset..<place.offset + place.stored]
    guard let content = decompressor.decompress(stored, size: place.raw, after: prefix) else {
      throw StateError(.damaged, "the state is not used: a part of it does not hold what it should")
    }
    return content
  }

  private func blob(_ index: Int) -> [UInt8]? {
    guard shared.contains(index) else { return store.blob(manifest.blobs[index]) }
    if let bytes = kept.with({ $0[index] }) { return bytes }
    // Two threads may read it at once, which is better than that one waits for the other's disk.
    guard let bytes = store.blob(manifest.blobs[index]) else { return nil }
    kept.with { $0[index] = bytes }
    return bytes
  }
}
