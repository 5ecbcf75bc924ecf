import CZstd

/// Compresses frames. A compressor belongs to one thread, and reuses its working memory.
package final class ZstdCompressor {
  private let context: OpaquePointer
  private static let level: Int32 = 3
  private static let longestWindow: Int32 = 30

  package init?() {
    guard let context = ZSTD_createCCtx() else { return nil }
    self.context = context
  }

  deinit {
    ZSTD_freeCCtx(context)
  }

  /// Compresses bytes to one frame. `prefix` has bytes that the reader knows; similar bytes take almost no space.
  /// Returns nil when there is no memory.
  package func compress(_ bytes: [UInt8], after prefix: ArraySlice<UInt8> = []) -> [UInt8]? {
    guard prepare(for: bytes.count + prefix.count, long: !prefix.isEmpty) else { return nil }
    return prefix.withUnsafeBytes { prefix in
      // The prefix applies to the next frame only.
      if ZSTD_isError(ZSTD_CCtx_refPrefix(context, prefix.baseAddress, prefix.count)) != 0 { return nil }
      let room = ZSTD_compressBound(bytes.count)
      var result = 0
      let frame = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        result = ZSTD_compress2(context, buffer.baseAddress, room, bytes, bytes.count)
        filled = ZSTD_isError(result) == 0 ? result : 0
      }
      return ZSTD_isError(result) == 0 ? frame : nil
    }
  }

  private func prepare(for size: Int, long: Bool) -> Bool {
    var settings = [(ZSTD_c_compressionLevel, Self.level)]
    if long {
      // The window must reach back to the start of the prefix.
      let window = Int32(Int.bitWidth - max(size, 1 << 17).leadingZeroBitCount)
      settings.append((ZSTD_c_windowLog, min(window, Self.longestWindow)))
      settings.append((ZSTD_c_enableLongDistanceMatching, 1))
    }
    ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters)
    return settings.allSatisfy { ZSTD_isError(ZSTD_CCtx_setParameter(context, $0, $1)) == 0 }
  }
}

/// Decompresses frames. A decompressor belongs to one thread.
package final class ZstdDecompressor {
  private let context: OpaquePointer

  package init?() {
    guard let context = ZSTD_createDCtx() else { return nil }
    self.context = context
  }

  deinit {
    ZSTD_freeDCtx(context)
  }

  /// Returns nil unless the frame holds exactly `size` bytes. It never writes more than those.
  package func decompress(_ frame: ArraySlice<UInt8>, size: Int, after prefix: ArraySlice<UInt8> = [])
    -> [UInt8]?
  {
    guard Self.isPlausible(size, from: frame.count) else { return nil }
    return prefix.withUnsafeBytes { prefix in
      if ZSTD_isError(ZSTD_DCtx_refPrefix(context, prefix.baseAddress, prefix.count)) != 0 { return nil }
      let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        let result = frame.withUnsafeBytes {
          ZSTD_decompressDCtx(context, buffer.baseAddress, size, $0.baseAddress, $0.count)
        }
        filled = ZSTD_isError(result) == 0 ? result : 0
      }
      return bytes.count == size ? bytes : nil
    }
  }

  /// Returns the size that a frame declares. Returns nil when it declares none, or an impossible one.
  package static func size(of frame: ArraySlice<UInt8>, limit: Int) -> Int? {
    let size = frame.withUnsafeBytes { ZSTD_getFrameContentSize($0.baseAddress, $0.count) }
    // A frame without a size, and bytes that are no frame, give the highest numbers.
    guard size <= UInt64(limit), isPlausible(Int(size), from: frame.count) else { return nil }
    return Int(size)
  }

  /// Returns false for a size that no frame of this length can hold. The format's densest block has 128 KiB in four
  /// bytes. The check keeps a false size from taking memory.
  package static func isPlausible(_ size: Int, from frame: Int) -> Bool { size >> 15 <= frame }
}
