import Base
import Foundation
import ProgramSupport
import Store
import TestSupport
import Testing

@Suite("ambit cache")
struct CacheCommandTests {
  private let sandbox: CommandSandbox
  private let home: TemporaryFolder

  init() throws {
    sandbox = try CommandSandbox()
    home = try TemporaryFolder()
  }

  private var folder: String { home.path("ambit/store") }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run("cache \(line)", environment: ["XDG_CACHE_HOME": home.path])
  }

  /// Two blobs, of one block and of two, and a record that needs the first.
  private func fill() throws {
    let store = try LocalStore.open(folder: folder, limit: .max)
    let small = try #require(store.put(Array("small".utf8)))
    _ = try #require(store.put(Array(repeating: 7, count: 5000)))
    var result = ActionResult()
    result.outputFiles = [.init(path: "small", digest: small)]
    #expect(store.setRecord(result, for: SHA256.digest(of: "key".utf8)))
  }

  private func damage(_ bytes: [UInt8]) throws {
    let name = SHA256.digest(of: bytes).description
    try Data().write(to: URL(filePath: "\(folder)/v1/cas/\(name.prefix(2))/\(name)"))
  }

  @Test("path prints the folder and nothing else, and makes nothing")
  func path() throws {
    let result = run("path")
    #expect((result.exitCode, result.output, result.errors) == (0, folder + "\n", ""))
    #expect(try run("path --json").json["path"]?.stringValue == folder)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(
    "a store that is not there is empty, and is not made", arguments: ["stats", "verify", "prune", "clear"])
  func nothing(_ action: String) throws {
    let result = run("\(action) --json")
    #expect(result.exitCode == 0)
    #expect(try result.json["warnings"]?.arrayValue?.isEmpty == true)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("stats counts in blocks, against the workspace's limit or another")
  func stats() throws {
    try fill()
    try sandbox.edit("workspace.json", #"{"cache": {"localLimit": "32768B"}}"#)
    let json = try run("stats --json").json
    #expect(json["records"]?["count"]?.intValue == 1)
    #expect(json["blobs"]?["count"]?.intValue == 2)
    #expect(json["blobs"]?["bytes"]?.intValue == 12_288)
    #expect(json["bytes"]?.intValue == 16_384)
    #expect(json["limit"]?.intValue == 32_768)
    #expect(
      run("stats").output == """
        \(folder)
          records  1   4.1 kB
          blobs    2  12.3 kB

        16.4 kB of 32.8 kB, 50 %

        """)
    #expect(try run("stats --json --limit 1MB").json["limit"]?.intValue == 1_000_000)
  }

  @Test("verify finds what is damaged once, and says so with its exit code")
  func verify() throws {
    try fill()
    #expect(run("verify").output == "All is well: 1 record and 2 blobs checked\n")
    try damage(Array("small".utf8))
    let result = run("verify --json")
    #expect(result.exitCode == 1)
    #expect(try result.json["damaged"]?.arrayValue?.count == 1)
    #expect(try result.json["incompleteRecords"]?.intValue == 1)
    #expect(result.errors.contains("damaged"))
    let again = run("verify")
    #expect(again.exitCode == 0)
    #expect(again.lines.last == "1 record without blobs: harmless")
  }

  @Test("prune keeps to the limit, clear keeps nothing")
  func removal() throws {
    try fill()
    #expect(run("prune").output == "Nothing to remove: 16.4 kB remain\n")
    #expect(try run("prune --json --limit 8KiB").json["remainingBytes"]?.intValue ?? .max <= 8192)
    try fill()
    #expect(run("clear").output == "Removed 3 entries, 16.4 kB; 0 B remain\n")
  }

  @Test("works outside of every repository, with the default limit")
  func outside() throws {
    #expect(try run("stats --json -C ..").json["limit"]?.intValue == 20_000_000_000)
    try sandbox.edit("workspace.json", "{")
    #expect(run("prune").exitCode == 2)
    #expect(run("path").exitCode == 0)
  }

  @Test("a planted link is refused, with the way out")
  func linked() throws {
    try home.write("x", to: "elsewhere/x")
    try FileManager.default.createDirectory(atPath: home.path("ambit"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: home.path("elsewhere"))
    let result = run("clear --json")
    #expect(result.exitCode == 2)
    #expect(try result.json["error"]?["code"]?.stringValue == "cache-unsafe")
    #expect(try result.json["error"]?["hints"]?.arrayValue?.isEmpty == false)
  }

  @Test("no home, no cache")
  func homeless() throws {
    let result = sandbox.run("cache stats", environment: ["XDG_CACHE_HOME": "", "HOME": ""])
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("hint: set HOME or XDG_CACHE_HOME"))
  }

  @Test("what is no action or no size is refused")
  func usage() {
    #expect(run("").exitCode == 2)
    #expect(run("polish").errors.contains("stats, verify, prune, clear, path"))
    #expect(run("prune --limit much").errors.contains("20GB"))
  }
}
