import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A port for datagrams of this machine that is taken as long as this lives.
final class DatagramPort {
  let number: UInt16
  private let descriptor: Int32

  init() throws {
    #if canImport(Darwin)
      let descriptor = socket(AF_INET, SOCK_DGRAM, 0)
    #else
      let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let taken = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    self.descriptor = descriptor
    number = UInt16(bigEndian: address.sin_port)
    guard taken else { throw CocoaError(.fileReadUnknown) }
  }

  deinit { close(descriptor) }
}
