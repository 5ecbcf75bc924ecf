import Base
import ProgramSupport
import TestSupport
import Testing

/// `ambit interface` with the real compiler and a real repository: Core, Cart on top of it, and an app on top of both.
@Suite struct InterfaceCommandTests {
  private let sandbox: CommandSandbox
  private let cache: TemporaryFolder

  init() throws {
    sandbox = try CommandSandbox()
    cache = try TemporaryFolder()
    try core(
      "public struct Item: Sendable { public init() {} }\npublic func price(of item: Item) -> Int { 1 }")
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Cart.swift", "import Core\npublic let total = price(of: Item())\n")
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "import Cart\npublic let sum = total\n")
    try sandbox.git.commitAll("shop")
  }

  private func core(_ text: String) throws {
    try sandbox.edit("Packages/Core/Sources/Core/Core.swift", "\(text)\n")
  }

  private func run(_ line: String) -> CommandSandbox.Result {
    sandbox.run(line, environment: ["XDG_CACHE_HOME": cache.path])
  }

  private func verdicts(_ line: String) throws -> [String: String] {
    let result = run("\(line) --json")
    #expect(result.exitCode == 0, "\(result.errors)")
    return Dictionary(
      try result.json["modules"]?.arrayValue?.map {
        ($0["id"]?.stringValue ?? "", $0["verdict"]?.stringValue ?? "")
      } ?? [],
      uniquingKeysWith: { one, _ in one })
  }

  @Test func aModuleIsPrintedWithItsTypesAndPlaces() throws {
    let first = run("interface Core")
    #expect(first.exitCode == 0, "\(first.errors)")
    #expect(
      first.output.contains("struct Item: Swift.Sendable  Packages/Core/Sources/Core/Core.swift:1"),
      "\(first.output)")
    #expect(first.output.contains("func price(of item: Item) -> Int"))
    #expect(run("interface Core").output == first.output)
    #expect(run("interface Core --head HEAD").output == first.output)
  }

  /// What a module above offers comes of types below.
  @Test func typesThatAreInferredAreRead() throws {
    let result = run("interface --all")
    #expect(
      result.output.contains("let total: Int") && result.output.contains("let sum: Int"), "\(result.output)")
  }

  @Test func aBodyIsNoInterface() throws {
    try core(
      "public struct Item: Sendable { public init() {} }\n// more\npublic func price(of item: Item) -> Int { 2 }"
    )
    #expect(try verdicts("interface --diff HEAD") == ["//Packages/Core:Core": "same"])
    let owners = try run("owners --base HEAD --interfaces --json").json
    #expect(owners["reached"]?.arrayValue?.isEmpty == true)
    let names = owners["rebuilt"]?.arrayValue?.compactMap { $0["team"]?.stringValue }.sorted()
    #expect(names == ["@shop/apps", "ann@example.com"])
    // Without the flag everything is as it was.
    let plain = try run("owners --base HEAD --json").json
    #expect(plain["reached"]?.arrayValue?.count == 2)
    #expect(plain["rebuilt"]?.isNull == true)
  }

  /// The shop does not name the core, and gets to a type of it through what the cart offers as before.
  @Test func whatChangesFarBelowMayChangeAnInterface() throws {
    func record(_ type: String) throws {
      try core(
        "public struct Record { public var count: \(type) }\npublic func make() -> Record { fatalError() }")
    }
    try record("Int")
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Cart.swift", "import Core\npublic func record() -> Record { make() }\n")
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "import Cart\npublic let sum = record().count\n")
    try sandbox.git.commitAll("shop")
    try record("String")
    #expect(
      try verdicts("interface --diff HEAD") == [
        "//Packages/Core:Core": "breaking", "//Packages/Cart:Cart": "same", "//Apps/Shop:Shop": "breaking",
      ])
  }

  /// Those that come with the toolchain need no build.
  @Test func macrosOfTheToolchainAreExpanded() throws {
    try core(
      "import Observation\n@Observable public final class Item { public var count = 1; public init() {} }\npublic func price(of item: Item) -> Int { 1 }"
    )
    let result = run("interface Core")
    #expect(result.output.contains("class Item: Observation.Observable"), "\(result.output)")
    #expect(result.output.contains("var count: Int { get set }"), "\(result.output)")
  }

  @Test func whatBreaksIsToldWithWhoMentionsIt() throws {
    try core(
      "public struct Item: Sendable { public init() {} }\npublic func price(of item: Item) throws -> Int { 2 }"
    )
    let result = run("interface --diff HEAD --json")
    let module = try #require(
      try result.json["modules"]?.arrayValue?.first { $0["id"]?.stringValue == "//Packages/Core:Core" })
    #expect(module["verdict"]?.stringValue == "breaking")
    let user = try #require(module["changes"]?.arrayValue?.first?["users"]?.arrayValue?.first)
    #expect(user["file"]?.stringValue == "Packages/Cart/Sources/Cart/Cart.swift")
    #expect(user["lines"]?.arrayValue?.compactMap(\.intValue) == [2])
    #expect(run("interface --diff HEAD").exitCode == 0)
    #expect(run("interface --diff HEAD --check").exitCode == 1)
    #expect(run("interface Core --check").exitCode == 2)
    let owners = try run("owners --base HEAD --interfaces --json").json
    #expect(owners["reached"]?.arrayValue?.isEmpty == false)
  }

  /// What nobody can tell is taken for changed.
  @Test func aModuleThatDoesNotCompileIsUnknown() throws {
    try core("public func price(of item: Missing) -> Int { 2 }")
    let verdicts = try verdicts("interface --diff HEAD")
    #expect(verdicts["//Packages/Core:Core"] == "unknown")
    #expect(verdicts["//Packages/Cart:Cart"] == "unknown")
    #expect(run("interface --diff HEAD --check").exitCode == 1)
  }

  @Test func aModuleThatIsGoneIsBreaking() throws {
    try sandbox.remove("Apps/Shop")
    #expect(try verdicts("interface --diff HEAD") == ["//Apps/Shop:Shop": "breaking"])
  }

  @Test func modulesInCHaveTheirHeaders() throws {
    try sandbox.edit("Packages/Core/Sources/CCore/include/CCore.h", "int answer(void);\n")
    try sandbox.edit("Packages/Core/Sources/CCore/a.c", "int answer(void) { return 42; }\n")
    try sandbox.edit(
      "Packages/Core/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Core", products: [.library(name: "Core", targets: ["Core"])],
        targets: [.target(name: "CCore"), .target(name: "Core", dependencies: ["CCore"]), .testTarget(name: "CoreTests", dependencies: ["Core"])])
      """)
    try core(
      "import CCore\npublic struct Item: Sendable { public init() {} }\npublic func price(of item: Item) -> CInt { answer() }"
    )
    try sandbox.git.commitAll("shop")
    let all = run("interface --all")
    #expect(all.output.contains("func price(of item: Item) -> CInt"), "\(all.output)")
    #expect(run("interface --all --head HEAD").output == all.output)
    try sandbox.edit("Packages/Core/Sources/CCore/include/CCore.h", "long answer(void);\n")
    #expect(try verdicts("interface --diff HEAD")["//Packages/Core:CCore"] == "unknown")
    try sandbox.git.git("shop", "checkout -q .")
    try sandbox.edit("Packages/Core/Sources/CCore/a.c", "int answer(void) { return 43; }\n")
    #expect(try verdicts("interface --diff HEAD") == ["//Packages/Core:CCore": "same"])
  }

  @Test func whatComesFromOutsideIsUnknownAndSaysSo() throws {
    try sandbox.edit(
      "Packages/Core/Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Core", products: [.library(name: "Core", targets: ["Core"])],
        dependencies: [.package(url: "https://example.com/log", from: "1.0.0")],
        targets: [.target(name: "Core", dependencies: [.product(name: "Log", package: "log")])])
      """)
    let text = run("interface Core").output
    #expect(text.contains("unknown") && text.contains("external package \"log\""), "\(text)")
  }

  @Test func contractsExposeProtocolsAndValues() throws {
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "tags": [{"match": "//Packages/Core", "tags": ["contract"]}],
       "rules": {"contracts": [{"tag": "contract"}]}}
      """)
    try core(
      "public struct A {}\npublic protocol P {}\n\npublic final class B {}\nclass Hidden {}\npublic func f() {}"
    )
    let result = run("lint --format json")
    let found = try result.json["findings"]?.arrayValue ?? []
    #expect(result.exitCode == 1)
    #expect(found.compactMap { $0["line"]?.intValue } == [4, 6], "\(result.output)")
    try sandbox.edit(
      "workspace.json",
      """
      {"version": 1, "tags": [{"match": "//Packages/Core", "tags": ["contract"]}],
       "rules": {"contracts": [{"tag": "contract", "expose": ["protocol", "struct", "class", "func"]}]}}
      """)
    #expect(run("lint").exitCode == 0)
  }
}
