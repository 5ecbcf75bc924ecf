#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
