import Base
import Foundation
import ProgramSupport
import Store
import TestSupport
import Testing

@Suite("ambit cache state")
struct StateCommandTests {
  private let sandbox: CommandSandbox
  private let home: TemporaryFolder
  private static let first = String(repeating: "1a2b3c4d5e", count: 4)
  private static let second = String(repeating: "1a9f8e7d6c", count: 4)

  init() throws {
    sandbox = try CommandSandbox()
    home = try TemporaryFolder()
  }

  private var folder: String { home.path("ambit/store") }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run("cache \(line)", environment: ["XDG_CACHE_HOME": home.path])
  }

  private var store: LocalStore { get throws { try LocalStore.open(folder: folder, limit: .max) } }

  /// States of small scratch folders in the sandbox, or elsewhere.
  @discardableResult
  private func save(
    _ commit: String, _ scratch: String = "main", workspace: String? = nil
  ) throws -> BuildStateEntry {
    let workspace = workspace ?? sandbox.root
    let folder = "\(workspace)/.build/ambit/\(scratch)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "built from \(commit)".write(toFile: "\(folder)/\(scratch).o", atomically: false, encoding: .utf8)
    return try BuildStateStore(try store, jobs: 1).save(
      folder, as: StateLine([], workspace: workspace, scratch: folder), commit: commit, inputs: [])
  }

  private func states() throws -> [JSONNode] {
    try #require(try run("state list --json").json["states"]?.arrayValue)
  }

  @Test("a store that is not there has no states, and is not made", arguments: ["list", "drop --all"])
  func nothing(_ action: String) {
    #expect(run("state \(action)").exitCode == 0)
    #expect(run("state").output.hasPrefix("No build state yet\n"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("list shows the states of all workspaces, the newest first")
  func list() throws {
    let elsewhere = try TemporaryFolder()
    let entries = [
      try save(Self.first), try save(Self.second), try save(Self.first, workspace: elsewhere.path),
    ]
    let listed = try states()
    #expect(Set(listed.compactMap { $0["key"]?.stringValue }) == Set(entries.map(\.key.description)))
    let times = listed.compactMap { $0["saved"]?.stringValue }
    #expect(times.count == 3 && times == times.sorted(by: >))
    let lines = run("state list").lines
    #expect(lines.count { $0.contains(" .build/ambit/main ") } == 2)
    #expect(lines.count { $0.contains(" \(elsewhere.path)/.build/ambit/main ") } == 1)
    #expect(lines.last?.hasPrefix("3 build states, ") == true)
  }

  @Test("list works outside of every repository, and where a manifest is broken")
  func anywhere() throws {
    try save(Self.first)
    #expect(run("state list -C ..").output.contains("\(sandbox.root)/.build/ambit/main"))
    try sandbox.edit("Packages/Core/Package.swift", "nonsense")
    #expect(run("state list").lines.last?.hasPrefix("1 build state, ") == true)
  }

  @Test("drop takes the states of a commit, or one by its key")
  func drop() throws {
    try save(Self.first)
    try save(Self.first, "only-Odd")
    let last = try save(Self.second)
    let result = try run("state drop 1A2B --json").json
    #expect(
      result["dropped"]?.arrayValue?.compactMap { $0["commit"]?.stringValue } == [Self.first, Self.first])
    #expect((result["freedBytes"]?.intValue ?? 0) > 0)
    #expect(try states().compactMap { $0["key"]?.stringValue } == [last.key.description])
    #expect(run("state drop \(last.key.description.prefix(16))").output.hasPrefix("Dropped 1 build state, "))
    #expect(try states().isEmpty)
    #expect(try store.statistics().bytes == 0)
  }

  @Test("drop --all leaves results alone")
  func dropAll() throws {
    try save(Self.first)
    try save(Self.second)
    #expect(try store.setRecord(ActionResult(), for: SHA256.digest(of: "result".utf8)))
    #expect(run("state drop --all").output.hasPrefix("Dropped 2 build states, "))
    #expect(try store.statistics().records.count == 1)
  }

  @Test("a name that is none, or several, drops nothing")
  func names() throws {
    #expect(run("state drop 1a2b").errors.contains("no build state is kept"))
    try save(Self.first)
    try save(Self.second)
    let several = run("state drop \(Self.first) 1a")
    #expect((several.exitCode, several.output) == (2, ""))
    #expect(several.errors.contains("2 commits or keys begin with \"1a\""))
    #expect(several.errors.contains("1a2b3c4d5e1a, 1a9f8e7d6c1a"))
    let unknown = run("state drop 1a2b3c5d --json")
    #expect(try unknown.json["error"]?["code"]?.stringValue == "unknown-state")
    #expect(unknown.errors.contains("did you mean '1a2b3c4d'?"))
    #expect(try states().count == 2)
  }

  /// The outcome of each scratch folder.
  private func outcomes(_ line: String) throws -> Set<String> {
    let scratches = try run("\(line) --json").json["scratches"]?.arrayValue ?? []
    return Set(scratches.compactMap { $0["outcome"]?.stringValue })
  }

  @Test("restore --force replaces a folder only by a state that is unpacked whole")
  func force() throws {
    let scratches = try run("state save --json").json["scratches"]?.arrayValue ?? []
    let scratch = try #require(scratches.first?["scratch"]?.stringValue)
    let file = "\(scratch)/a.o"
    func write(_ text: String) throws {
      try FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
      try text.write(toFile: file, atomically: false, encoding: .utf8)
    }
    func text() -> String? { try? String(contentsOfFile: file, encoding: .utf8) }
    try write("new")
    // Without a state the folder stays, and nobody is told to add the flag that is there.
    #expect(try outcomes("state restore --force") == ["none"])
    #expect(!run("state restore --force").output.contains("--force"))
    #expect(text() == "new")
    try write("saved")
    #expect(try outcomes("state save").contains("saved"))
    try write("new")
    #expect(try outcomes("state restore").contains("present") && text() == "new")
    #expect(try outcomes("state restore --force").contains("restored") && text() == "saved")
    try write("new")
    let blobs = "\(folder)/v1/cas"
    for shard in try FileManager.default.contentsOfDirectory(atPath: blobs) {
      try FileManager.default.removeItem(atPath: "\(blobs)/\(shard)")
    }
    #expect(try !outcomes("state restore --force").contains("restored"))
    #expect(text() == "new")
    let left = try FileManager.default.contentsOfDirectory(atPath: LocalFiles.folder(of: scratch))
    #expect(!left.contains { $0.hasSuffix(".replaced") })
  }

  @Test("stats tells states from results")
  func share() throws {
    #expect(try run("stats --json").json["states"]?["count"]?.intValue == 0)
    try save(Self.first)
    #expect(try store.setRecord(ActionResult(), for: SHA256.digest(of: "result".utf8)))
    let json = try run("stats --json").json
    #expect((json["states"]?["count"]?.intValue, json["results"]?["count"]?.intValue) == (1, 1))
    let shares = ["states", "results"].compactMap { json[$0]?["bytes"]?.intValue }
    #expect(shares.reduce(0, +) == json["bytes"]?.intValue && shares.last == 4096)
    let lines = run("stats").lines.map { $0.split(separator: " ").prefix(3).map(String.init) }
    #expect(lines.suffix(2) == [["build", "states", "1"], ["results", "and", "leftovers"]])
  }
}
