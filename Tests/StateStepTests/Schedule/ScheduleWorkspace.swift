import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Two tiny packages in a Git repository. A few files hold a value each, 0 or 1. Each test case wants one of them to be 0: so
/// the contents say which cases have to pass, and a part that was not built again shows, however bad the others are.
final class ScheduleWorkspace {
  /// The files that change.
  enum Part: String, CaseIterable {
    case source, otherSource, header, app

    var home: String {
      switch self {
      case .source: "Core/Sources/Core/A.swift"
      case .otherSource: "Core/Sources/Core/B.swift"
      case .header: "Core/Sources/CLib/include/c.h"
      case .app: "App/Sources/App/P.swift"
      }
    }

    func text(_ value: Int) -> String {
      switch self {
      case .source: "public func a() -> Int { \(value) }\n"
      case .otherSource:
        """
        import CLib
        public func b() -> Int { 10 * a() + \(value) }
        public func seen() -> Int { Int(C_VALUE) }
        public func compiled() -> Int { Int(c_value()) }

        """
      case .header: "#define C_VALUE \(value)\nint c_value(void);\n"
      case .app: "import Core\npublic func total() -> Int { 100 * b() + \(value) }\n"
      }
    }
  }

  /// The contents of the working tree.
  struct State: Equatable {
    var values: [Part: Int] = [:]
    var places: [Part: String] = [:]

    /// The test cases of each module that have to fail.
    var truth: [String: Set<String>] {
      func bad(_ cases: [String: Part]) -> Set<String> { Set(cases.filter { values[$1] != 0 }.keys) }
      return [
        "CoreTests": bad(["source()": .source, "headerInSwift()": .header, "headerInC()": .header]),
        "AppTests": bad(["source()": .source, "otherSource()": .otherSource, "app()": .app]),
      ]
    }
  }

  let git: GitSandbox
  let root: String
  private(set) var state = State()
  /// The branches, each with what its commit holds.
  private(set) var branches: [String: State] = [:]

  init() throws {
    git = try GitSandbox()
    root = git.path("tiny")
    try git.makeRepository("tiny")
    for (path, text) in Self.fixed { try git.folder.write(text, to: "tiny/\(path)") }
    for part in Part.allCases { try write(part, 0) }
    try git.commitAll("tiny", "good")
    branches["main"] = state
    for part in Part.allCases {
      try git.git("tiny", "checkout -q -b bad-\(part.rawValue) main")
      try write(part, 1)
      try git.commitAll("tiny", "bad \(part.rawValue)")
      branches["bad-\(part.rawValue)"] = state
      state.values[part] = 0
    }
    try switchTo("main")
  }

  private static let fixed: [String: String] = [
    ".gitignore": ".build/\n",
    "Core/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Core", products: [.library(name: "Core", targets: ["Core"])],
      targets: [
        .target(name: "CLib"), .target(name: "Core", dependencies: ["CLib"]),
        .testTarget(name: "CoreTests", dependencies: ["Core"]),
      ])

    """,
    "App/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "App", dependencies: [.package(path: "../Core")],
      targets: [
        .target(name: "App", dependencies: [.product(name: "Core", package: "Core")]),
        .testTarget(name: "AppTests", dependencies: ["App"]),
      ])

    """,
    "Core/Sources/CLib/c.c": "#include \"c.h\"\nint c_value(void) { return C_VALUE; }\n",
    "Core/Tests/CoreTests/T.swift": """
    import Core
    import Testing
    @Test func source() { #expect(a() == 0) }
    @Test func headerInSwift() { #expect(seen() == 0) }
    @Test func headerInC() { #expect(compiled() == 0) }

    """,
    "App/Tests/AppTests/T.swift": """
    import App
    import Testing
    @Test func source() { #expect(total() / 1000 == 0) }
    @Test func otherSource() { #expect(total() / 100 % 10 == 0) }
    @Test func app() { #expect(total() % 10 == 0) }

    """,
  ]
}

// MARK: Changes

extension ScheduleWorkspace {
  func place(of part: Part) -> String { state.places[part] ?? part.home }
  func value(of part: Part) -> Int { state.values[part] ?? 0 }
  private func path(of part: Part) -> String { "\(root)/\(place(of: part))" }

  func modified(_ part: Part) -> Double {
    let facts = try? FileManager.default.attributesOfItem(atPath: path(of: part))
    return (facts?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
  }

  func setModified(_ part: Part, _ time: Double) throws { try setModified(path(of: part), time) }

  private func setModified(_ path: String, _ time: Double) throws {
    // Foundation rounds to microseconds, and gives the system a whole second of them as if it were a part of one.
    let time = min(time, time.rounded(.down) + 0.999)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
  }

  func write(_ part: Part, _ value: Int) throws {
    try git.folder.write(part.text(value), to: "tiny/\(place(of: part))")
    state.values[part] = value
  }

  /// Gives a source another name, or its own again.
  func rename(_ part: Part) throws {
    guard part != .header else { return }
    let (now, home) = (place(of: part), part.home)
    let next = now == home ? home.replacing(".swift", with: "2.swift") : home
    try FileManager.default.moveItem(atPath: "\(root)/\(now)", toPath: "\(root)/\(next)")
    state.places[part] = next
  }

  func switchTo(_ branch: String) throws {
    try git.git("tiny", "add -A")
    try git.git("tiny", "reset -q --hard")
    try git.git("tiny", "checkout -q \(branch)")
    state = branches[branch] ?? state
  }

  /// Puts a copy of a folder in its place in which every value is another, with the same times, for as long as `body` takes.
  func swapped(_ folder: String, while body: () -> Void) throws {
    let files = FileManager.default
    let (here, good, bad) = ("\(root)/\(folder)", git.path("good"), git.path("bad"))
    try files.copyItem(atPath: here, toPath: bad)
    for part in Part.allCases where place(of: part).hasPrefix("\(folder)/") {
      let copy = "\(bad)/\(place(of: part).dropFirst(folder.count + 1))"
      let time = modified(part)
      try part.text(1 - value(of: part)).write(toFile: copy, atomically: false, encoding: .utf8)
      try setModified(copy, time)
    }
    try files.moveItem(atPath: here, toPath: good)
    try files.moveItem(atPath: bad, toPath: here)
    body()
    try files.moveItem(atPath: here, toPath: bad)
    try files.moveItem(atPath: good, toPath: here)
    try files.removeItem(atPath: bad)
  }

  /// Puts a copy in the place of a folder for good.
  func replace(_ folder: String) throws {
    let files = FileManager.default
    try files.copyItem(atPath: "\(root)/\(folder)", toPath: git.path("copy"))
    try files.removeItem(atPath: "\(root)/\(folder)")
    try files.moveItem(atPath: git.path("copy"), toPath: "\(root)/\(folder)")
  }
}
