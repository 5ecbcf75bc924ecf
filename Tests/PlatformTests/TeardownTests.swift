import Base
import Foundation
import TestSupport
import Testing

/// Children that do not end, or leave others behind. Waiting is for events, never for a fixed time.
@Suite struct TeardownTests {
  @Test(arguments: [
    ("sleeps", "sleep 600"),
    ("ignores SIGTERM", "trap '' TERM; sleep 600; sleep 600"),
    ("exits 0 on SIGTERM", "trap 'exit 0' TERM; sleep 600 & wait"),
    ("writes for ever", "yes"),
    ("has children", "sleep 600 & sleep 600 & wait"),
  ])
  func aTimeOutEndsTheGroup(name: String, script: String) throws {
    let pids = try ChildPIDs()
    let output = try Shell.script("\(pids.note); \(script)").run(
      outputLimit: 1000, timeout: .milliseconds(200))
    #expect(output.status == .timedOut)
    #expect(!output.status.isSuccess)
    #expect(try pids.areGone())
  }

  @Test func aTimeOutReachesDescendantsInOtherSessions() throws {
    let pids = try ChildPIDs()
    let inner = "\(pids.note); exec sleep 600"
    let output = try Shell.script("setsid sh -c '\(inner)' & \(pids.note); wait").run(
      timeout: .milliseconds(500))
    #expect(output.status == .timedOut)
    #expect(try pids.areGone())
  }

  @Test(arguments: ["sleep 600 &", "setsid sleep 600 &"])
  func aGrandchildThatHoldsThePipesDoesNotHang(script: String) throws {
    let output = try Shell.script("\(script) echo $!").run()
    #expect(output.status == .exited(0))
    let pid = try #require(Int32(output.stdoutText.trimmingCharacters(in: .newlines)))
    kill(pid, SIGKILL)
  }

  @Test func leftoversOfTheGroupEndWithTheCommand() throws {
    let pids = try ChildPIDs()
    _ = try Shell.script("sh -c '\(pids.note); exec sleep 600' & while [ ! -s \(pids.file) ]; do :; done")
      .run()
    #expect(try pids.areGone())
  }

  @Test func stopEndsEveryRunningCommand() throws {
    let supervisor = ProcessSupervisor()
    let pids = try ChildPIDs()
    let stopper = try Stopper(supervisor, once: pids, has: 3)
    let codes = concurrentMap(["sleep 600", "trap '' TERM; sleep 600; sleep 600", "yes"], jobs: 3) { script in
      do throws(Failure) {
        _ = try Shell.script("\(pids.note); \(script)").run(outputLimit: 100, supervisor: supervisor)
        return "finished"
      } catch {
        return error.code
      }
    }
    stopper.wait()
    #expect(codes == ["stopped", "stopped", "stopped"])
    #expect(try pids.areGone())
    #expect(throws: Failure.self) { try Shell.script("true").run(supervisor: supervisor) }
  }
}

/// A file into which children write who they are.
final class ChildPIDs: Sendable {
  private let folder: TemporaryFolder
  var file: String { folder.path("pids") }
  /// Shell text that notes the shell's own number.
  var note: String { "echo $$ >> \(file)" }

  init() throws {
    folder = try TemporaryFolder()
  }

  func all() -> [Int32] {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Int32($0) }
  }

  /// Whether every noted process, and at least one was, has ended (or is a zombie of someone else's).
  func areGone() throws -> Bool {
    let pids = all()
    return !pids.isEmpty && pids.allSatisfy { Self.isGone($0) }
  }

  private static func isGone(_ pid: Int32) -> Bool {
    // A process that was killed may take a moment to leave; nothing else could end this wait.
    for _ in 0..<100_000 {
      let stat = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
      let state = stat.split(separator: ")").last?.first { !$0.isWhitespace }
      if state == nil || state == "Z" || state == "X" { return true }
      sched_yield()
    }
    return false
  }
}

/// Stops a supervisor from another thread as soon as the children have noted themselves.
final class Stopper: Sendable {
  private let isDone = Guarded(false)

  init(_ supervisor: ProcessSupervisor, once pids: ChildPIDs, has count: Int) throws {
    let isStarted = Threads.start { [isDone] in
      while pids.all().count < count { sched_yield() }
      supervisor.stop(grace: .milliseconds(300))
      isDone.with { $0 = true }
    }
    try #require(isStarted)
  }

  func wait() {
    isDone.wait { $0 }
  }
}
