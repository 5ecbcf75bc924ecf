import Base
import Testing

@testable import Session

@Suite("ProgressLine")
struct StagesTests {
  /// Writes down what it is told.
  private final class Recorder: Progress {
    let events = Guarded<[String]>([])

    func begin(_ phase: String) { events.with { $0.append("begin \(phase)") } }
    func note(_ line: StyledText) { events.with { $0.append("note \(line.plain)") } }
    func tick() {}
    func finish() { events.with { $0.append("finish") } }
  }

  private func stages() -> (ProgressLine, Recorder, clock: Guarded<Duration>) {
    let recorder = Recorder()
    let clock = Guarded(Duration.zero)
    return (ProgressLine(recorder, ticks: false) { clock.with { $0 } }, recorder, clock)
  }

  @Test("each stage ends where the next begins, and one that comes twice is one")
  func timings() {
    let (stages, _, clock) = stages()
    for (name, seconds) in [("a", 1), ("b", 2), ("a", 3)] {
      stages.begin(name)
      clock.with { $0 += .seconds(seconds) }
    }
    stages.end()
    clock.with { $0 += .seconds(9) }
    stages.end()
    #expect(
      stages.timings == [.init(name: "a", duration: .seconds(4)), .init(name: "b", duration: .seconds(2))])
  }

  @Test("who writes to the terminal does so without the line that shows progress")
  func suspended() {
    let (stages, recorder, _) = stages()
    stages.suspended { recorder.events.with { $0.append("write") } }
    stages.begin("a")
    stages.note("n")
    stages.suspended { recorder.events.with { $0.append("write") } }
    stages.end()
    #expect(
      recorder.events.with { $0 } == [
        "finish", "write", "begin a", "note n", "finish", "write", "begin a", "finish",
      ])
  }

  @Test("while something else shows what goes on, it alone is told")
  func showing() {
    let (stages, recorder, _) = stages()
    let other = Recorder()
    stages.begin("a")
    stages.showing(other) {
      stages.note("n")
      stages.suspended {}
    }
    stages.note("m")
    #expect(recorder.events.with { $0 } == ["begin a", "finish", "note m"])
    #expect(other.events.with { $0 } == ["note n", "finish", "begin a", "finish"])
  }
}
