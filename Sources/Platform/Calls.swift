#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Functions of the C library by other names, for types that have members of the same ones, which hide them.

func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

func systemOpen(_ path: UnsafePointer<CChar>, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  open(path, flags, permissions)
}

func systemLink(_ file: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>) -> Int32 { link(file, name) }

func systemExit(_ code: Int32) -> Never { exit(code) }
