import Base
import Foundation

/// A folder on a file system that keeps the case of names and does not go by it, as most Macs have it: exFAT in a file,
/// mounted by a program.
package final class CaselessFolder: Sendable {
  private let folder: TemporaryFolder
  package let path: String

  /// True when this machine lets us mount one, and has the tools for it.
  package static var canBeMade: Bool {
    getuid() == 0 && ["/dev/fuse", "/dev/loop-control"].allSatisfy(FileManager.default.fileExists)
      && TestTool.exFAT.isExpected && TestTool.exFATMaker.isExpected
  }

  package init() throws {
    folder = try TemporaryFolder()
    path = folder.path("caseless")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let image = folder.path("image")
    _ = FileManager.default.createFile(atPath: image, contents: nil)
    try FileHandle(forWritingTo: URL(filePath: image)).truncate(atOffset: 32 << 20)
    try Self.run("/usr/sbin/mkfs.exfat", image)
    try Self.run("/bin/mount", "-t", "exfat-fuse", "-o", "loop", image, path)
  }

  /// The kernel keeps each name that a program behind FUSE once answered for, and finds by it what was removed by another.
  package func forgetNames() throws {
    try "2".write(toFile: "/proc/sys/vm/drop_caches", atomically: false, encoding: .utf8)
  }

  deinit {
    try? Self.run("/bin/umount", "--lazy", path)
  }

  /// Not by Foundation: that waits until the file system's program ends, which inherits what it waits on.
  private static func run(_ program: String, _ arguments: String...) throws {
    let output = try Command(
      executable: program, arguments: arguments, environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    ).run(
      timeout: .seconds(60))
    guard output.status.isSuccess else {
      throw GitSandbox.Failure(description: "\(program) \(arguments): \(output.stderrText)")
    }
  }
}
