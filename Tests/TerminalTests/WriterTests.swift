import Foundation
import Testing

@testable import Base

@Suite("Output")
struct WriterTests {
  private func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Foundation.pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  private func readAll(_ descriptor: Int32) -> [UInt8] {
    Array(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile())
  }

  @Test("all bytes arrive, though the pipe holds few and does not block")
  func partial() throws {
    let (read, write) = try pipe()
    _ = fcntl(write, F_SETFL, O_NONBLOCK)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    // No task: while this test waits for its reader, the pool may have no thread left to run it.
    let received = Guarded<[UInt8]?>(nil)
    #expect(Threads.start { received.with { $0 = readAll(read) } })
    var writer = FileDescriptorWriter(write)
    try writer.write(bytes)
    close(write)
    received.wait { $0 != nil }
    #expect(received.with { $0 } == bytes)
    #expect(!writer.isClosed)
  }

  @Test("a closed pipe is no error")
  func closed() throws {
    let (read, write) = try pipe()
    close(read)
    defer { close(write) }
    var writer = FileDescriptorWriter(write)
    try writer.write("nobody reads this")
    #expect(writer.isClosed)
    try writer.write("nor this")
  }

  @Test("a real failure is one")
  func failure() throws {
    let (read, write) = try pipe()
    defer {
      close(read)
      close(write)
    }
    // The reading end cannot be written to.
    var writer = FileDescriptorWriter(read)
    let error = try #require(throws: Failure.self) { try writer.write("x") }
    #expect(error.code == "cannot-write")
    #expect(error.message == "cannot write the output: \(String(cString: strerror(EBADF)))")
  }
}
