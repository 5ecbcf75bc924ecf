import Testing

@testable import Runner

@Suite struct LoneCompilationTests {
  @Test func outputsOfTheModuleAreNeitherUsedNorMade() {
    let words = [
      "/swift/bin/swiftc", "-module-name", "Core", "-emit-dependencies", "-emit-module", "-emit-module-path",
      "/s/Core.swiftmodule",
      "-output-file-map", "/s/map.json", "-incremental", "-c", "@/s/sources", "-I", "/s/Modules",
      "-Xfrontend",
      "-emit-module", "-Xcc", "-index-store-path", "-index-store-path", "/s/index", "-parseable-output",
      "-DDEBUG",
      "-emit-objc-header", "-emit-objc-header-path", "/s/Core-Swift.h", "-serialize-diagnostics",
      "-module-cache-path", "/s/debug/ModuleCache",
    ]
    let lone = LoneCompilation(words, plannedIn: "/s", in: "/lone")
    #expect(lone?.compiler == "/swift/bin/swiftc")
    #expect(
      lone?.arguments == [
        "-module-name", "Core", "-c", "@/s/sources", "-I", "/s/Modules", "-Xfrontend", "-emit-module", "-Xcc",
        "-index-store-path", "-DDEBUG", "-module-cache-path", "/lone/debug/ModuleCache",
      ])
  }

  private static let plain = ["swiftc", "-module-name", "Core", "-c", "a.swift"]

  @Test(arguments: [
    [], ["clang", "-c", "a.c"], ["swiftc", "-module-name", "Core"], ["swiftc", "-c", "-Xcc"],
    plain + ["-load-plugin-executable", "/p#M"], plain + ["-Xfrontend", "-load-plugin-library"],
    plain + ["-emit-tbd"], plain + ["-emit-module-interface-path", "/s/x"],
    plain + ["-save-optimization-record-path", "x"],
    plain + ["-module-cache-path"],
  ])
  func whatIsNotJustAModuleOfSwiftIsNone(words: [String]) {
    #expect(LoneCompilation(words, plannedIn: "/s", in: "/lone") == nil)
  }

  @Test func aModuleCacheElsewhereIsNotWrittenTo() {
    let lone = LoneCompilation(
      Self.plain + ["-module-cache-path", "/elsewhere"], plannedIn: "/s", in: "/lone")
    #expect(lone?.arguments.suffix(2) == ["-module-cache-path", "/lone/modules"])
  }

  @Test func aPlainOneIsTaken() {
    #expect(
      LoneCompilation(Self.plain, plannedIn: "/s", in: "/lone")?.arguments == Array(Self.plain.dropFirst()))
  }
}
