#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// These functions wrap calls of the C library for types whose members have the same names and hide the calls.

/// The most bytes of one read or write. macOS refuses larger calls; other systems lose nothing by a second call.
private let mostAtOnce = 1 << 30

func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, min(count, mostAtOnce))
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, min(count, mostAtOnce))
}

func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  open(path, flags, permissions)
}

func systemLink(_ file: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int32 { link(file, name) }

func systemExit(_ code: Int32) -> Never { exit(code) }
