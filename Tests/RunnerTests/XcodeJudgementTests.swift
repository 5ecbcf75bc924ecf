import Base
import Graph
import Testing
import Xcode

@testable import Runner

@Suite struct XcodeJudgementTests {
  private let call = XcodeTestCall(
    container: "App.xcodeproj", scheme: "App", destination: "platform=macOS",
    bundles: [ModuleID(package: "App.xcodeproj", name: "AppTests")])

  private func judgement(_ log: String) -> XcodeJudgement {
    XcodeJudgement(
      call, status: .exited(65), log: log,
      results: .failure(XcodeTestResults.Damage(message: "xcodebuild wrote no result bundle")))
  }

  /// Assertions are printed as the compiler prints errors.
  @Test func failedAssertionsAreNoErrorsOfTheBuild() {
    let assertion = "/p/T.swift:10: error: -[AppTests.T testA] : XCTAssertTrue failed"
    let failed = judgement(assertion)
    #expect(failed.packages.isEmpty)
    #expect(failed.modules.map(\.outcome) == [.noVerdict])
    let broken = judgement("\(assertion)\n/p/A.swift:3:5: error: cannot find 'x' in scope")
    #expect(broken.modules.map(\.outcome) == [.buildFailed])
    #expect(broken.packages.first?.errors.map(\.message) == ["cannot find 'x' in scope"])
  }
}
