import Base
import Testing

@testable import Reports

@Suite("The order of warnings")
struct WarningOrderTests {
  @Test("causes come before what follows from them")
  func order() {
    let fallback = Warning(code: "unknown-manifest", message: "everything is selected", hints: ["fix it"])
    let warnings = [
      Warning(code: "other", message: "other"), Warning(code: "unknown-manifest", message: "line 3: no"),
    ]
    #expect(
      warnings.explaining(fallback).map(\.message) == ["line 3: no", "everything is selected", "other"])
    #expect(warnings.explaining(nil) == warnings)
  }
}
