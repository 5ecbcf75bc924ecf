#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Functions of the C library whose names members of our types have, which hide them.
enum Calls {
  static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, bytes, count)
    #else
      Darwin.read(descriptor, bytes, count)
    #endif
  }

  static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Darwin.write(descriptor, bytes, count)
    #endif
  }

  static func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ permissions: mode_t = 0) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, permissions)
    #elseif canImport(Musl)
      Musl.open(path, flags, permissions)
    #else
      Darwin.open(path, flags, permissions)
    #endif
  }

  static func link(_ file: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int32 {
    #if canImport(Glibc)
      Glibc.link(file, name)
    #elseif canImport(Musl)
      Musl.link(file, name)
    #else
      Darwin.link(file, name)
    #endif
  }

  static func exit(_ code: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #else
      Darwin.exit(code)
    #endif
  }
}
