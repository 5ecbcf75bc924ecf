import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `ambit test --coverage` with real builds, held against what the toolchain's own tools say of the same programs.
@Suite struct CoverageRunTests {
  private func scene() throws -> CommandSandbox {
    let sandbox = try CommandSandbox()
    try sandbox.edit(
      "Packages/Core/Sources/Core/Core.swift",
      """
      public let x = 1
      public func sign(_ number: Int) -> String {
        if number < 0 {
          return "-"
        }
        return number == 0
          ? "0"
          : "+"
      }
      public func twice<Value>(_ value: Value) -> [Value] {
        [
          value,
          value,
        ]
      }
      func never() -> Int {
        let one = 1
        return one
      }
      """)
    try sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      "import Testing\n@testable import Core\n@Test func t() { #expect(sign(1) == \"+\") }\n")
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Cart.swift",
      "import Core\npublic let x = 1\npublic func pair() -> [Int] { twice(1) }\npublic func lost() -> [Int] {\n  twice(2)\n}\n"
    )
    try sandbox.edit(
      "Packages/Cart/Tests/CartTests/Tests.swift",
      "import XCTest\nimport Cart\nimport Core\nfinal class CartTests: XCTestCase {\n"
        + "  func testPair() {\n    XCTAssertEqual(pair(), [1, 1])\n    XCTAssertEqual(sign(-1), \"-\")\n  }\n}\n"
    )
    try sandbox.git.commitAll("shop")
    return sandbox
  }

  private typealias Lines = [String: [Int: Int]]

  private func lines(_ trace: String, below root: String = "") -> Lines {
    var found: Lines = [:]
    var file = ""
    for line in trace.split(separator: "\n") {
      if line.hasPrefix("SF:") {
        file = String(line.dropFirst(3))
        if !root.isEmpty { file = file.hasPrefix(root + "/") ? String(file.dropFirst(root.count + 1)) : "" }
        found[file] = [:]
      } else if line.hasPrefix("DA:") {
        let numbers = line.dropFirst(3).split(separator: ",").compactMap { Int($0) }
        found[file]?[numbers[0]] = numbers[1]
      }
    }
    return found.filter { !$0.key.isEmpty && !$0.key.contains(".build/") && !$0.key.contains("Tests/") }
  }

  /// All test programs once more, by hand, their profiles joined by the toolchain.
  private func oracle(_ sandbox: CommandSandbox) throws -> Lines {
    let folder = try TemporaryFolder()
    let script = """
      tools=$(dirname "$(readlink -f "$(command -v swift)")")
      objects=
      for program in '\(sandbox.root)'/.build/ambit/coverage-*/debug/*PackageTests.xctest; do
        name=$(basename "$program")
        LLVM_PROFILE_FILE="$PWD/$name-1.profraw" "$program" >/dev/null 2>&1
        LLVM_PROFILE_FILE="$PWD/$name-2.profraw" "$program" --testing-library swift-testing >/dev/null 2>&1
        objects="$objects -object $program"
      done
      "$tools/llvm-profdata" merge -sparse ./*.profraw -o all.profdata
      "$tools/llvm-cov" export -format=lcov -instr-profile all.profdata $objects
      """
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let output = try OracleTool.output(of: ["PATH=\(path)", "sh", "-c", script], in: folder)
    return lines(String(decoding: output, as: UTF8.self), below: sandbox.root)
  }

  @Test func equalsWhatTheToolchainSaysOfAllProgramsTogether() throws {
    let sandbox = try scene()
    let home = ["XDG_CACHE_HOME": sandbox.git.path("cache")]
    let first = sandbox.run("test --all --coverage-out ../out --color never", environment: home)
    #expect(first.exitCode == 0, "\(first.output) \(first.errors)")
    #expect(first.output.contains("by 3 test modules"), "\(first.output)")
    let out = sandbox.git.path("out")
    let trace = try String(contentsOfFile: "\(out)/coverage.lcov", encoding: .utf8)
    let ours = lines(trace)
    #expect(
      ours.keys.sorted() == [
        "Packages/Cart/Sources/Cart/Cart.swift", "Packages/Core/Sources/Core/Core.swift",
      ])
    // A line of several pieces has the largest of their counts, and the sum of those is more than that of the sums: how
    // often may differ, whether may not.
    func executed(_ lines: Lines) -> [String: [Int: Bool]] { lines.mapValues { $0.mapValues { $0 > 0 } } }
    let theirs = try oracle(sandbox)
    #expect(executed(ours) == executed(theirs), "\(ours) \(theirs)")
    #expect(try sandbox.git.git("shop", "status --short") == "")

    // What passed before brings its coverage along.
    let second = sandbox.run("test --all --coverage-out ../again --json", environment: home)
    #expect(try second.json["totals"]?["cached"]?.intValue == 3, "\(second.output)")
    for name in ["lcov", "json"] {
      let files = try ["out", "again"].map {
        try Data(contentsOf: URL(filePath: sandbox.git.path("\($0)/coverage.\(name)")))
      }
      #expect(files[0] == files[1], "\(name)")
    }

    // A run without coverage is another one.
    #expect(sandbox.run("key CoreTests").output != sandbox.run("test --dry-run --coverage").output)
    let metrics = sandbox.run("metrics --coverage --json", environment: home)
    let rows = try metrics.json["rows"]?.arrayValue ?? []
    let core = rows.first { $0["name"]?.stringValue == "//Packages/Core:Core" }
    let counts = try #require(ours["Packages/Core/Sources/Core/Core.swift"])
    let percent = 100 * Double(counts.values.count { $0 > 0 }) / Double(counts.count)
    let measured = try #require(core?["measures"]?["coverage"]?.doubleValue)
    #expect(abs(measured - percent) < 0.001)

    // Shards together come to the whole.
    for shard in 1...2 {
      let part = sandbox.run(
        "test --all --coverage-out ../part\(shard) --shard \(shard)/2", environment: home)
      #expect(part.exitCode == 0, "\(part.errors)")
    }
    let joined = sandbox.run(
      "metrics --coverage-from ../part1/coverage.lcov ../part2/coverage.lcov --json", environment: home)
    func coverage(_ result: CommandSandbox.Result) throws -> [String?] {
      try (result.json["rows"]?.arrayValue ?? []).map { row in
        row["measures"]?["coverage"]?.doubleValue.map { "\(row["name"]?.stringValue ?? "") \($0)" }
      }
    }
    #expect(try coverage(joined) == coverage(metrics), "\(joined.errors)")

    // An edit takes away what was known of all that reaches it.
    try sandbox.edit("Packages/Core/Sources/Core/More.swift", "public func more() -> Int { 2 }\n")
    let later = sandbox.run("metrics --coverage --json", environment: home)
    #expect(try later.json["total"]?["measures"]?["coverage"]?.isNull == true)
    #expect(try later.json["warnings"]?.arrayValue?.first?["code"]?.stringValue == "no-coverage")
  }
}
