#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds texts in a program or a library. The linker's names of functions are among them in every file format.
package struct ProgramText {
  private let bytes: [UInt8]

  /// Returns nil when the file cannot be read.
  package init?(of path: String) {
    guard let bytes = LocalFiles.read(path) else { return nil }
    self.bytes = bytes
  }

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package func contains(_ text: String) -> Bool { !texts(from: [text], limit: 1) { _ in true }.isEmpty }

  /// Finds every text that begins with one of `prefixes`, ends before the next byte outside of printable ASCII, and is
  /// wanted. The result is grouped by prefix. All prefixes must begin with the same byte. The search ends after `limit`
  /// texts.
  package func texts(
    from prefixes: [String], limit: Int = .max, where isWanted: (ArraySlice<UInt8>) -> Bool
  ) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    guard let first = prefixes.first?.utf8.first else { return found }
    let wanted = prefixes.map { ($0, Array($0.utf8)) }
    var (start, count) = (0, 0)
    while count < limit, let place = place(of: first, from: start) {
      start = place + 1
      guard let (prefix, _) = wanted.first(where: { isThere($0.1, at: place) }) else { continue }
      let text = bytes[place...].prefix { (0x21...0x7E).contains($0) }
      guard isWanted(text) else { continue }
      found[prefix, default: []].insert(String(decoding: text, as: UTF8.self))
      count += 1
    }
    return found
  }

  private func place(of byte: UInt8, from start: Int) -> Int? {
    bytes.withUnsafeBytes { all in
      guard start < all.count, let base = all.baseAddress,
        let found = memchr(base + start, Int32(byte), all.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }

  private func isThere(_ text: [UInt8], at place: Int) -> Bool {
    bytes.withUnsafeBytes { all in
      guard place + text.count <= all.count, let base = all.baseAddress else { return false }
      return memcmp(base + place, text, text.count) == 0
    }
  }
}

/// Converts linker names of Swift functions to readable ones.
package enum SwiftSymbol {
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<Int>
    ) -> UnsafeMutablePointer<CChar>?

  /// The function by which the runtime's backtracer demangles names. It is not public, so it is looked up. Without it
  /// names stay as they are. On macOS sanitizers print readable names anyway.
  #if canImport(Darwin)
    private static let demangle: Demangle? = nil
  #else
    private static let demangle: Demangle? = dlsym(nil, "_swift_backtrace_demangle").map {
      unsafeBitCast($0, to: Demangle.self)
    }
  #endif

  private static let longest = 4096

  /// Returns `Old.testFrees()` for `$s8OldTests0A0C9testFreesyyF`, as the backtracer does. Returns other names and very
  /// long ones unchanged.
  package static func readable(_ name: String) -> String {
    guard name.hasPrefix("$s") || name.hasPrefix("$S"), name.utf8.count < longest, let demangle else {
      return name
    }
    var size = longest
    var room = [CChar](repeating: 0, count: longest)
    let bytes = name.utf8.map { CChar(bitPattern: $0) }
    guard demangle(bytes, bytes.count, &room, &size) != nil else { return name }
    let text = room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return text.isEmpty ? name : String(decoding: text, as: UTF8.self)
  }
}
