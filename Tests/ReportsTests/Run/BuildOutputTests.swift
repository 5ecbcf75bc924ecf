import Base
import Graph
import Testing

@testable import Reports
@testable import Runner

@Suite("What a build prints")
struct BuildOutputTests {
  /// As Swift 6.3 prints it, the way every job that meets the error does.
  private static let error = """
    /w/Cart/Sources/Cart/Cart.swift:2:3: error: cannot find 'x' in scope
    1 | public func one() -> Int {
    2 |   x
      |   `- error: cannot find 'x' in scope
    3 | }

    """
  private static let output = """
    Building for debugging...
    [1/14] Write sources
    [5/14] Emitting module Cart
    \(error)/w/Cart/Sources/Cart/Cart.swift:9:1: warning: unused
    8 | }
    [6/14] Compiling Cart Cart.swift
    \(error)error: fatalError

    """

  @Test("an error's lines of source are kept once, in whatever pieces they come", arguments: [1, 7, 4096])
  func excerpts(_ size: Int) throws {
    var errors = CompilerErrors(RunPaths(root: "/w"))
    let bytes = Array(Self.output.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      errors.append(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    let key = try #require(
      CompilerErrors.Key(
        BuildDiagnostic(
          file: "Cart/Sources/Cart/Cart.swift", line: 2, column: 3, message: "cannot find 'x' in scope")))
    #expect(errors.excerpts.count == 1)
    #expect(errors.excerpts[key] == ["1 | public func one() -> Int {", "2 |   x", "  |   ^", "3 | }"])
  }

  @Test("the last step is what the build is at")
  func step() {
    #expect(BuildStep.last(in: Array(Self.output.utf8)) == "6/14 Compiling Cart Cart.swift")
    let writing = Self.output + "[7/14] Write Objects.LinkFileList\n"
    #expect(BuildStep.last(in: Array(writing.utf8)) == "6/14 Compiling Cart Cart.swift")
    for other in ["", "[a/b] x", "[12] x", "[1/2/3] x", "  [1/2] x", "[1/2"] {
      #expect(BuildStep.last(in: Array(other.utf8)) == nil, "\(other)")
    }
  }

  @Test("packages with the same error without a file are all named")
  func sameLinkError() {
    let link = BuildDiagnostic(message: "link command failed with exit code 1")
    let compile = BuildDiagnostic(file: "Cart/Sources/Cart/Cart.swift", line: 2, message: "no")
    let packages = ["Cart", "Core"].map { name in
      PackageReport(folder: RelativePath(name), outcome: .buildFailed, errors: [link, compile, link])
    }
    let groups = BuildBlame(RunFixtures.report(.failed, packages: packages), RunFixtures.sources).groups
    #expect(groups.map(\.name) == ["//Cart:Cart", "//Cart", "//Core"])
    #expect(groups.map(\.errors) == [[compile], [link], [link]])
  }

  @Test("packages that need what does not compile are named in one line below it")
  func consequences() {
    let core = ModuleID(package: "Core", name: "Core")
    let lost = ModuleID(package: "Lost", name: "Lost")
    let compile = BuildDiagnostic(file: "Core/Sources/Core/Core.swift", line: 2, message: "no", module: core)
    let own = BuildDiagnostic(message: "no source", module: ModuleID(package: "Odd", name: "OddTests"))
    func need(_ module: ModuleID) -> BuildDiagnostic {
      BuildDiagnostic(message: "it needs \(module)", module: module)
    }
    let packages = [
      ("App", [need(core)]), ("Cart", [need(core)]), ("Core", [compile]), ("Far", [need(lost)]),
      ("Odd", [own]),
    ].map { PackageReport(folder: RelativePath($0), outcome: .buildFailed, errors: $1) }
    let report = RunFixtures.report(.failed, packages: packages)
    let blame = BuildBlame(report, RunFixtures.sources)
    #expect(blame.groups.map(\.name) == ["//Core:Core", "//Odd", "//Lost:Lost"])
    #expect(blame.dependents == ["//Core:Core": ["App", "Cart"], "//Lost:Lost": ["Far"]])
    let text = RunText(report, modules: RunFixtures.sources, width: 80).lines(elapsed: .zero).map(\.plain)
    #expect(text.contains("    2 packages need it: //App, //Cart"), "\(text)")
    #expect(text.contains("  //Lost:Lost does not compile") && text.contains("    1 package needs it: //Far"))
  }

  @Test("a file belongs to the module with the innermost folder around it")
  func modules() {
    let modules = RunFixtures.sources
    #expect(modules.module(of: "Cart/Sources/Cart/Deep/A.swift")?.description == "//Cart:Cart")
    #expect(modules.module(of: "Cart/Tests/CartTests/A.swift")?.description == "//Cart:CartTests")
    #expect(modules.module(of: "Cart/Sources/Cartoon/A.swift") == nil)
    #expect(modules.module(of: "/usr/include/stdio.h") == nil)
  }
}
