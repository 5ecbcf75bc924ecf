import Foundation
import ProgramSupport
import Support
import TestSupport
import Testing

/// `ambit interface` of modules that use a macro of the workspace, which is a program: built when `--build` says so, and
/// used for as long as it is the same.
@Suite struct InterfaceMacroTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws {
    sandbox = try CommandSandbox()
    cache = try SharedCache.own()
    try sandbox.edit(
      "Packages/Made/Package.swift",
      """
      // swift-tools-version: 6.0
      import CompilerPluginSupport
      import PackageDescription
      let package = Package(
        name: "Made", products: [.library(name: "Made", targets: ["Made"])],
        targets: [
          .macro(name: "Maker"), .target(name: "Made", dependencies: ["Maker"]), .target(name: "User", dependencies: ["Made"]),
        ])
      """)
    try maker("Int")
    try sandbox.edit(
      "Packages/Made/Sources/Made/Made.swift",
      """
      @attached(member, names: named(made)) public macro Making() = #externalMacro(module: "Maker", type: "Making")
      @Making public struct Holder {}

      """)
    try sandbox.edit(
      "Packages/Made/Sources/User/User.swift", "import Made\n@Making public struct Mine {}\n")
    try sandbox.edit(".gitignore", ".build/\n")
    try sandbox.git.commitAll("shop")
  }

  /// The compiler asks and is answered in JSON behind lengths of eight bytes; a length of nothing says goodbye.
  private func maker(_ type: String) throws {
    try sandbox.edit(
      "Packages/Made/Sources/Maker/main.swift",
      #"""
      import Foundation
      while true {
        let length = FileHandle.standardInput.readData(ofLength: 8)
        let count = length.enumerated().reduce(0) { $0 + Int($1.element) << (8 * $1.offset) }
        guard length.count == 8, count > 0 else { break }
        var question = Data()
        while question.count < count {
          question += FileHandle.standardInput.readData(ofLength: count - question.count)
        }
        let asked = (try JSONSerialization.jsonObject(with: question) as? [String: Any])?.keys.first
        let answer =
          asked == "getCapability"
          ? #"{"getCapabilityResult":{"capability":{"protocolVersion":5}}}"#
          : #"{"expandMacroResult":{"expandedSource":"public func made() -> TYPE? { nil }","diagnostics":[]}}"#
        var size = UInt64(answer.utf8.count).littleEndian
        FileHandle.standardOutput.write(Data(bytes: &size, count: 8))
        FileHandle.standardOutput.write(Data(answer.utf8))
      }

      """#.replacing("TYPE", with: type))
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  private func verdicts(_ line: String) throws -> [String] {
    let result = run("\(line) --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    return (try result.json["modules"]?.arrayValue ?? []).map {
      "\($0["id"]?.stringValue ?? "") \($0["verdict"]?.stringValue ?? "")"
    }.filter { !$0.contains(":Maker ") }
  }

  @Test func modulesThatUseAMacroAreKnownOnceItIsBuilt() throws {
    let before = run("interface Made User")
    #expect(before.output.contains("`ambit interface --build`"), "\(before.output)")
    #expect(run("interface Made --build --head HEAD").exitCode == 2)

    let built = run("interface Made User --build")
    #expect(built.exitCode == 0, "\(built.errors)")
    // What the macro declares, in the module of the macro and in one that uses it.
    #expect(built.output.components(separatedBy: "func made() -> Int?").count == 3, "\(built.output)")
    #expect(run("interface Made User").output == built.output)
    #expect(run("interface Made User --head HEAD").output == built.output)

    // Of the same macro both sides are known.
    try sandbox.edit(
      "Packages/Made/Sources/User/User.swift", "import Made\npublic struct Mine {}\n")
    #expect(try verdicts("interface --diff HEAD") == ["//Packages/Made:User breaking"])

    // Of another one they are not, until it is built.
    try sandbox.git.git("shop", "checkout -q .")
    try maker("String")
    #expect(
      try verdicts("interface --diff HEAD") == [
        "//Packages/Made:Made unknown", "//Packages/Made:User unknown",
      ])
    #expect(
      try verdicts("interface --diff HEAD --build") == [
        "//Packages/Made:Made breaking", "//Packages/Made:User breaking",
      ])
  }

  @Test func aMacroThatDoesNotBuildIsAnError() throws {
    try sandbox.edit("Packages/Made/Sources/Maker/main.swift", "let a: Int = \"\"\n")
    let result = run("interface Made --build")
    #expect(result.exitCode == 2)
    #expect(result.errors.contains("the macros do not build"), "\(result.errors)")
  }
}
