import Base
import Foundation
import ServerSupport
import Store
import TestSupport
import Testing

/// Actions that casd runs, in rooms that hold nothing else than what they bring.
@Suite("Execution", .enabled(if: Servers.isExpected(Servers.casd)), .timeLimit(.minutes(10)))
struct LiveExecutionTests {
  private let folder: TemporaryFolder
  private let server: ServerProcess
  private let executor: REAPIExecutor

  init() throws {
    folder = try TemporaryFolder()
    let (server, port) = try Servers.casd(in: folder, running: 2)
    self.server = server
    let address = try #require(RemoteAddress("grpc://127.0.0.1:\(port)"))
    let client = HTTPClient(HTTPSurroundings([:]))
    executor = REAPIExecutor(
      REAPIStore(client, address, nil), in: Namespace("main"), farewell: HTTPClient(HTTPSurroundings([:])))
  }

  private func action(
    _ script: String, files: [String: String] = [:], timeout: Duration? = nil
  ) throws -> RemoteAction {
    var tree = ActionTree()
    var sources: [ContentDigest: [UInt8]] = [:]
    tree.add(.folder, at: "home/ws/Package".utf8)
    for (path, text) in files {
      let digest = ContentDigest(of: Array(text.utf8))
      tree.add(.file(digest, isExecutable: text.hasPrefix("#!")), at: path.utf8)
      try folder.write(text, to: "files/\(digest.hash)")
      sources[digest] = Array(folder.path("files/\(digest.hash)").utf8)
    }
    return RemoteAction(
      arguments: ["/bin/sh", "-c", script, "name", "", "a b"],
      environment: ["PATH": "/usr/bin:/bin", "B": "two", "A": "ü"], workingFolder: "home/ws/Package",
      outputs: ["out", "never"], timeout: timeout, platform: [:], tree: tree, files: sources)
  }

  private func run(_ action: RemoteAction) throws -> RemoteOutcome {
    try executor.run(action, patience: .seconds(60))
  }

  @Test("words, variables, files, both streams, outputs and the exit code arrive")
  func everything() throws {
    #expect(try executor.canExecute())
    let script = """
      pwd; printf '[%s]' "$#" "$1" "$2" "$A" "$B"; cat ../data /home/ws/data; ./../run; ls ..
      echo error >&2; printf written > out; exit 3
      """
    let files = ["home/ws/data": "data\n", "home/ws/run": "#!/bin/sh\necho ran\n"]
    let outcome = try run(try action(script, files: files))
    #expect(outcome.end == .exited(3))
    #expect(
      String(decoding: outcome.standardOutput, as: UTF8.self)
        == "/home/ws/Package\n[2][][a b][ü][two]data\ndata\nran\nPackage\ndata\nrun\n")
    #expect(outcome.standardError == Array("error\n".utf8))
    #expect(outcome.outputs == ["out": Array("written".utf8)])
  }

  @Test("a long output comes whole, and equal actions are run each time")
  func longOutput() throws {
    let action = try action("date +%N; head -c 3000000 /dev/zero | tr '\\0' x")
    let outcomes = concurrentMap([0, 1], jobs: 2) { _ in try? run(action) }
    #expect(outcomes.allSatisfy { $0?.standardOutput.suffix(3_000_000).allSatisfy { $0 == 120 } ?? false })
    #expect(outcomes[0]?.standardOutput.prefix(9) != outcomes[1]?.standardOutput.prefix(9))
  }

  @Test("whoever is killed did not pass")
  func killed() throws {
    let outcome = try run(try action("kill -9 $$"))
    #expect(outcome.end != .exited(0))
  }

  @Test("a time limit ends it there")
  func timeLimit() throws {
    let mark = "86\(Int.random(in: 100_000...999_999))"
    let outcome = try run(try action("exec sleep \(mark)", timeout: .milliseconds(500)))
    #expect(outcome.end == .timedOut)
    #expect(isGone(mark))
  }

  @Test("what nobody waits for any more is ended there")
  func unwanted() throws {
    let mark = "87\(Int.random(in: 100_000...999_999))"
    let action = try action("exec sleep \(mark)")
    var watch = RemoteWatch()
    watch.isUnwanted = { isRunning(mark) }
    let error = #expect(throws: RemoteError.self) {
      try executor.run(action, patience: .seconds(60), watch)
    }
    #expect(error?.kind == .stopped)
    #expect(isGone(mark))
  }

  @Test("a server that dies is no verdict")
  func death() throws {
    let mark = "88\(Int.random(in: 100_000...999_999))"
    let action = try action("exec sleep \(mark)")
    var watch = RemoteWatch()
    watch.isUnwanted = {
      if isRunning(mark) { server.kill() }
      return false
    }
    #expect(throws: RemoteError.self) { try executor.run(action, patience: .seconds(60), watch) }
  }

  /// Whether a process of this machine waits for so many seconds.
  private func isRunning(_ mark: String) -> Bool {
    LocalFiles.names(in: "/proc").contains { name in
      Int(name) != nil && LocalFiles.read("/proc/\(name)/cmdline") == Array("sleep\0\(mark)\0".utf8)
    }
  }

  private func isGone(_ mark: String) -> Bool {
    for _ in 0..<200 {
      if !isRunning(mark) { return true }
      Threads.pause(milliseconds: 50)
    }
    return false
  }
}
