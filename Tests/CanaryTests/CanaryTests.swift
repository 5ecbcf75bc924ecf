import Base
import Testing

/// What Ambit takes for granted of the engines of the toolchain in PATH, one by one: `scripts/canary` runs it with a new
/// toolchain and prints what fell. Every other test that builds would only say that something is wrong.
@Suite struct CanaryTests {
  @Test(arguments: Engine.allCases) func assumptionsHold(engine: Engine) throws {
    let place = try CanaryPlace(engine)
    for assumption in Assumption.all {
      // Each goes on from where the one before it left the folder, so all are tried, whatever fell.
      let fallen = Result { try assumption.fault(place) }
      switch fallen {
      case .success(nil): print("✔ \(engine.rawValue): \(assumption.sentence)")
      case .success(let fault?):
        Issue.record("\(engine.rawValue): it fell that \(assumption.sentence): \(fault)")
      case .failure(let error):
        Issue.record("\(engine.rawValue): it fell that \(assumption.sentence): \(error)")
      }
    }
  }
}
