import Base
import Foundation
import TestSupport
import Testing

@testable import Runner

@Suite struct ModuleOutputsTests {
  @Test(arguments: [
    (NativeEngine(layout: .linux) as any EngineForm, "linux/debug/%.build/primary.priors"),
    (
      SwiftBuildEngine(layout: .linux),
      "out/Intermediates.noindex/P.build/Debug-linux/%.build/Objects-normal/x86_64/%-primary.priors"
    ),
  ]) func aCompilationBeganBeforeItsRecordWasWritten(engine: any EngineForm, place: String) throws {
    let scratch = try TemporaryFolder()
    for (module, time) in [("App", 300), ("Core", 200), ("Feature", 100)] {
      let path = place.replacing("%", with: module)
      try scratch.write("", to: path)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: Double(time))],
        ofItemAtPath: "\(scratch.path)/\(path)")
    }
    let outputs = engine.outputs(in: scratch.path)
    #expect(outputs.lastCompiled { _ in true } == FileTime(seconds: 300))
    #expect(outputs.lastCompiled { $0 != "App" } == FileTime(seconds: 200))
    #expect(outputs.lastCompiled { $0 == "Other" } == nil)
  }
}
