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
    ]
    let lone = LoneCompilation(words)
    #expect(lone?.compiler == "/swift/bin/swiftc")
    #expect(
      lone?.arguments == [
        "-module-name", "Core", "-c", "@/s/sources", "-I", "/s/Modules", "-Xfrontend", "-emit-module", "-Xcc",
        "-index-store-path", "-DDEBUG",
      ])
  }

  @Test(arguments: [
    [], ["clang", "-c", "a.c"], ["swiftc", "-module-name", "Core"], ["swiftc", "-c", "-Xcc"],
  ])
  func whatCompilesNoModuleOfSwiftIsNone(words: [String]) { #expect(LoneCompilation(words) == nil) }
}
