import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `ambit watch` as a process, while files change under it.
@Suite struct WatchTests {
  /// A watch in a workspace of its own.
  private final class Watch {
    let sandbox: CommandSandbox
    private let place: TemporaryFolder
    private let process = Process()
    private let keys = Pipe.ofThisProcess()

    init(_ line: String = "watch test --all --json") throws {
      sandbox = try CommandSandbox()
      place = try TemporaryFolder()
      for name in ["output", "errors"] { try place.write("", to: name) }
      process.executableURL = URL(fileURLWithPath: try #require(BuiltProgram.path))
      process.arguments = line.split(separator: " ").map(String.init)
      process.currentDirectoryURL = URL(fileURLWithPath: sandbox.root)
      process.environment = environment
      process.standardInput = keys
      process.standardOutput = FileHandle(forWritingAtPath: place.path("output"))
      process.standardError = FileHandle(forWritingAtPath: place.path("errors"))
    }

    var environment: [String: String] {
      sandbox.git.environment.merging([
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "XDG_CACHE_HOME": place.path("cache"),
      ]) { $1 }
    }

    func start() throws { try process.run() }

    deinit { if process.isRunning { process.interrupt() } }

    func press(_ key: String) throws { try keys.fileHandleForWriting.write(contentsOf: Data(key.utf8)) }

    func errors() throws -> String { try String(contentsOfFile: place.path("errors"), encoding: .utf8) }

    private func verdicts() throws -> [JSONNode] {
      let text = try String(contentsOfFile: place.path("output"), encoding: .utf8)
      // The last line may not be whole.
      return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
        try JSONParser.parse(Array($0.utf8))
      }
    }

    /// The first verdict from the `index`th on that `isWanted`.
    func verdict(from index: Int = 0, _ isWanted: (JSONNode) -> Bool = { _ in true }) throws -> JSONNode {
      for _ in 0..<6000 {
        if let found = try verdicts().dropFirst(index).first(where: isWanted) { return found }
        guard process.isRunning else { break }
        usleep(20_000)
      }
      Issue.record("no such verdict: \(try verdicts()) \(try errors())")
      throw CancellationError()
    }

    /// Of the run that came because of `path`, whatever else changed.
    func verdict(because path: String) throws -> JSONNode {
      try verdict { $0["changed"]?.arrayValue?.contains { $0.stringValue == path } ?? false }
    }

    var isRunning: Bool { process.isRunning }

    func interrupt() -> Int32 {
      process.interrupt()
      process.waitUntilExit()
      return process.terminationStatus
    }

    func leave() throws -> Int32 {
      try press("q")
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  private static let tests = """
    import Core
    import Testing
    @Test func oneIsOne() { #expect(one() == 1) }

    """

  private static func one(_ value: String) -> String { "public func one() -> Int { \(value) }\n" }

  private static let source = "Packages/Core/Sources/Core/Core.swift"

  private func watch() throws -> Watch {
    let watch = try Watch()
    try watch.sandbox.edit("Packages/Core/Tests/CoreTests/Tests.swift", Self.tests)
    try watch.sandbox.edit(Self.source, Self.one("1"))
    try watch.sandbox.git.commitAll("shop")
    try watch.start()
    return watch
  }

  @Test func everySaveHasAVerdictAndKeysDoWhatTheySay() throws {
    let watch = try watch()
    #expect(try watch.verdict()["outcome"]?.stringValue == "passed")
    try watch.sandbox.edit(Self.source, Self.one("2"))
    let failed = try watch.verdict(because: Self.source)
    #expect(failed["outcome"]?.stringValue == "failed" && failed["exitCode"]?.intValue == 1)
    #expect(try watch.errors().contains("Expectation failed: (one() → 2) == 1"))
    try watch.sandbox.edit("workspace.json", "{")
    #expect(try watch.verdict(because: "workspace.json")["outcome"]?.stringValue == "no-verdict")
    try watch.sandbox.remove("workspace.json")
    try watch.sandbox.edit("Packages/Core/Sources/Core/Mended.swift", "// nothing else\n")
    try watch.sandbox.edit(Self.source, Self.one("1"))
    #expect(
      try watch.verdict(because: "Packages/Core/Sources/Core/Mended.swift")["outcome"]?.stringValue
        == "passed")
    let count = try #require(
      try watch.verdict(because: "Packages/Core/Sources/Core/Mended.swift")["run"]?.intValue)
    try watch.press("a")
    let all = try watch.verdict { $0["run"]?.intValue ?? 0 > count }
    #expect(all["outcome"]?.stringValue == "passed" && all["changed"]?.arrayValue?.isEmpty == true)
    #expect(try watch.leave() == 0)
  }

  /// Edits come while it runs, singly and in bursts; the verdict that follows the last of them is that of a run that knows
  /// nothing of what was before.
  @Test func theLastVerdictIsThatOfAColdRun() throws {
    let edits = ProcessInfo.processInfo.environment["AMBIT_EDITS"].flatMap { Int($0) } ?? 60
    let watch = try watch()
    _ = try watch.verdict()
    let seed =
      ProcessInfo.processInfo.environment["AMBIT_EDITS_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    var (left, burst) = (edits, 0)
    while left > 0 {
      burst += 1
      var (value, isBroken, hasOther) = ("1", false, false)
      for _ in 0..<min(left, Int.random(in: 1...30, using: &random)) {
        left -= 1
        switch Int.random(in: 0...7, using: &random) {
        case 0...2: value = ["1", "2", "1 + 0"].randomElement(using: &random) ?? "1"
        case 3: value = "\"no number\""
        case 4: value = "("
        case 5: hasOther.toggle()
        default: isBroken.toggle()
        }
        try watch.sandbox.edit(Self.source, Self.one(value))
        try watch.sandbox.edit(
          "Packages/Core/Tests/CoreTests/More.swift",
          "import Testing\n@Test func more() { #expect(\(!isBroken)) }\n")
        let other = "Packages/Core/Sources/Core/Other.swift"
        if hasOther { try watch.sandbox.edit(other, Self.one("1")) } else { try? watch.sandbox.remove(other) }
        if Bool.random(using: &random) { usleep(.random(in: 0...120_000, using: &random)) }
      }
      let marker = "Packages/Core/Sources/Core/Marker\(burst).swift"
      try watch.sandbox.edit(marker, "// burst \(burst)\n")
      // Two functions of one name do not compile, nor does text for a number.
      let isGood = ["1", "1 + 0"].contains(value) && !isBroken && !hasOther
      let verdict = try watch.verdict(because: marker)
      #expect(
        verdict["outcome"]?.stringValue == (isGood ? "passed" : "failed"),
        "\(value) \(isBroken) \(hasOther), AMBIT_EDITS_SEED=\(seed)")
      if left <= 0 {
        let cold = watch.sandbox.run("test --all --no-cache --no-state //Packages/Core")
        #expect(cold.exitCode == (isGood ? 0 : 1))
      }
    }
    #expect(try watch.leave() == 0)
  }

  /// Whoever is asked to end takes what it has started with it.
  @Test func anInterruptionEndsWhatRuns() throws {
    let watch = try Watch()
    let mark = "\(watch.sandbox.root)/../pid"
    try watch.sandbox.edit(
      "Packages/Core/Tests/CoreTests/Tests.swift",
      """
      import Foundation
      import Testing
      @Test func hangs() throws {
        try "\\(ProcessInfo.processInfo.processIdentifier)\\n".write(toFile: "\(mark)", atomically: true, encoding: .utf8)
        Thread.sleep(forTimeInterval: 600)
      }

      """)
    try watch.start()
    var process: Int32?
    for _ in 0..<6000 where process == nil && watch.isRunning {
      process = (try? String(contentsOfFile: mark, encoding: .utf8)).flatMap { Int32($0.dropLast()) }
      usleep(20_000)
    }
    let errors = try watch.errors()
    let hanging = try #require(process, "\(errors)")
    #expect(watch.interrupt() == 130)
    for _ in 0..<500 where kill(hanging, 0) == 0 { usleep(20_000) }
    #expect(kill(hanging, 0) != 0)
  }
}
