#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Names of functions as the linker knows them.
package enum SwiftSymbol {
  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<Int>
    ) -> UnsafeMutablePointer<CChar>?

  /// What the runtime's own backtracer calls names with. Nobody promises it: it is looked up, and where it is gone names stay
  /// as they are. On macOS reports of sanitizers come with names that can be read.
  #if canImport(Darwin)
    private static let demangle: Demangle? = nil
  #else
    private static let demangle: Demangle? = dlsym(nil, "_swift_backtrace_demangle").map {
      unsafeBitCast($0, to: Demangle.self)
    }
  #endif

  private static let longest = 4096

  /// `Old.testFrees()` for `$s8OldTests0A0C9testFreesyyF`, as the backtracer writes it; a name that is none of Swift's, or too
  /// long, as it is.
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
