import CPlatform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file descriptor that is closed when its owner is done with it.
final class OwnedDescriptor: Sendable {
  let number: Int32

  /// Takes ownership of `number`.
  init(owning number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}

/// Both ends of a new pipe, close-on-exec. Their numbers are above those of the standard descriptors, so that setting a
/// child's 0, 1 and 2 never overwrites one.
struct Pipe {
  let readEnd: OwnedDescriptor
  let writeEnd: OwnedDescriptor

  init() throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard ambit_open_pipe(&ends) == 0 else { throw .spawnFailed("cannot make a pipe", errno) }
    let first = OwnedDescriptor(owning: ends[0])
    let second = OwnedDescriptor(owning: ends[1])
    readEnd = try Self.raised(first)
    writeEnd = try Self.raised(second)
  }

  private static func raised(_ end: OwnedDescriptor) throws(Failure) -> OwnedDescriptor {
    #if !canImport(Darwin)
      if end.number > 2 { return end }
    #endif
    let number = ambit_duplicate_above_standard(end.number)
    guard number >= 0 else { throw .spawnFailed("cannot duplicate a descriptor", errno) }
    return OwnedDescriptor(owning: number)
  }
}
