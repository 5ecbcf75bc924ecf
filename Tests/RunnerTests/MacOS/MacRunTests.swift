import Base
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// Whole runs as they go on macOS, with a stand-in for `swift` that leaves and prints what SwiftPM and XCTest do there.
@Suite struct MacRunTests {
  /// `test` is what XCTest prints of the case `-[XTests.T testIt]`, whose name is `$case`.
  private func stand(_ test: String, exit code: Int = 0) throws -> StandInSwift {
    try StandInSwift(
      packages: ["A", "B"],
      build: #"""
        name=$(basename "$package")
        if [ "$tool" = test ]; then
          case "$arguments" in
            *" list") echo "${name}Tests.T/testIt"; exit ;;
          esac
          case="-[${name}Tests.T testIt]"
          echo "Test Suite 'Selected tests' started at 2025-03-28 13:46:10.473."
          \#(test)
          exit \#(code)
        fi
        mkdir -p "$scratch/arm64-apple-macosx/debug"
        ln -sfn arm64-apple-macosx/debug "$scratch/debug"
        echo targets: > "$scratch/debug.yaml"
        for target in "${name}Tests:module" "${name}PackageTests:test"; do
          echo "  \"${target%:*}-arm64-apple-macosx15.0-debug.${target#*:}\": []" >> "$scratch/debug.yaml"
        done
        mkdir -p "$scratch/debug/${name}Tests.build"
        bundle="$scratch/debug/${name}PackageTests.xctest/Contents/MacOS"
        mkdir -p "$bundle"
        echo > "$bundle/${name}PackageTests"
        """#)
  }

  private func run(_ stand: StandInSwift) throws -> RunReport {
    try stand.run(stand.plan(RunSettings(layout: .macOS)))
  }

  private static let passes = #"""
    echo "Test Case '$case' started."
    echo "Test Case '$case' passed (0.079 seconds)."
    echo "Test Suite 'Selected tests' passed at 2025-03-28 13:46:14.404."
    """#

  @Test func aRunHasAVerdict() throws {
    let report = try run(stand(Self.passes))
    #expect(report.outcome == .passed)
    #expect(report.modules.map(\.outcome) == [.passed, .passed])
    #expect(report.modules.map(\.cases.passed) == [1, 1])
  }

  @Test func aFailureIsTold() throws {
    let report = try run(
      stand(
        #"""
        echo "Test Case '$case' started."
        echo "/a/T.swift:11: error: $case : XCTAssertTrue failed"
        echo "Test Case '$case' failed (0.079 seconds)."
        echo "Test Suite 'Selected tests' failed at 2025-03-28 13:46:14.404."
        """#, exit: 1))
    #expect(report.outcome == .failed)
    #expect(report.modules[0].failures.map(\.message) == ["XCTAssertTrue failed"])
    #expect(report.modules[0].failures.first?.line == 11)
  }

  @Test func aCrashIsTold() throws {
    let report = try run(
      stand(
        #"""
        echo "Test Case '$case' started."
        echo "error: Process 'xctest' exited with unexpected signal code 11" >&2
        """#, exit: 1))
    #expect(report.outcome == .failed)
    let message = try #require(report.modules[0].failures.first?.message)
    #expect(message.contains("11"), "\(message)")
  }

  /// The bundle's folder is there from the start; without what is loaded nothing was linked.
  @Test func aBundleWithoutItsBinaryIsNoProduct() throws {
    let stand = try stand(Self.passes)
    let text = try #require(LocalFiles.read(stand.folder.path("toolchain/bin/swift")))
    let broken = String(decoding: text, as: UTF8.self).replacing("echo > \"$bundle", with: ": \"$bundle")
    LocalFiles.write(Array(broken.utf8), to: stand.folder.path("toolchain/bin/swift"), permissions: 0o755)
    #expect(throws: Failure.self) { try run(stand) }
  }
}
