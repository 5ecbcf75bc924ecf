import Foundation
import Graph
import RunnerSupport
import TestSupport
import Testing

@testable import Runner

/// What is kept of the toolchain's own modules, with a stand-in for the toolchain.
@Suite struct CompiledInterfacesTests {
  private let folder: TemporaryFolder
  private let kept: CompiledInterfaces

  init() throws {
    folder = try TemporaryFolder()
    kept = CompiledInterfaces(cacheFolder: folder.path("cache"))
    for toolchain in ["toolchain", "other"] {
      try folder.write(toolchain, to: "\(toolchain)/usr/bin/swift")
      for name in ["Testing", "_Concurrency"] {
        try folder.write("", to: "\(toolchain)/usr/lib/swift/linux/\(name).swiftmodule/here.swiftinterface")
      }
    }
  }

  private func commands(
    _ settings: BuildSettings = BuildSettings(), toolchain: String = "toolchain"
  ) -> SwiftCommands {
    SwiftCommands(
      swift: folder.path("\(toolchain)/usr/bin/swift"), settings: RunSettings(settings),
      environment: .inherited([:]))
  }

  /// A scratch folder after a build.
  private func build(_ files: [String: String], in scratch: String = "built") throws -> String {
    for (name, text) in files {
      try folder.write(text, to: "\(scratch)/here-linux/debug/ModuleCache/\(name)")
    }
    return folder.path(scratch)
  }

  /// What lies in a new scratch folder before it is built in.
  private func given(_ commands: SwiftCommands, to scratch: String = "new") throws -> [String: String] {
    let scratch = folder.path(scratch)
    kept.give(to: scratch, for: commands)
    guard FileManager.default.fileExists(atPath: scratch) else { return [:] }
    let names = try FileManager.default.subpathsOfDirectory(atPath: scratch).filter { $0.hasSuffix("module") }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try String(contentsOfFile: "\(scratch)/\($0)", encoding: .utf8))
      })
  }

  @Test func whatTheToolchainsModulesWereMadeIntoIsGivenToTheNextFolder() throws {
    let built = try build(["Testing-1A.swiftmodule": "testing", "_Concurrency-2B.swiftmodule": "tasks"])
    kept.keep(from: built, for: commands())
    #expect(
      try given(commands()) == [
        "here-linux/debug/ModuleCache/Testing-1A.swiftmodule": "testing",
        "here-linux/debug/ModuleCache/_Concurrency-2B.swiftmodule": "tasks",
      ])
  }

  /// Clang's name the folder they lie in, and those of others are not the toolchain's.
  @Test func nothingElseIsKept() throws {
    let built = try build([
      "Shop-1A.swiftmodule": "", "Testing.swiftmodule": "", "9Z/Testing-1A.pcm": "", "modules.timestamp": "",
    ])
    kept.keep(from: built, for: commands())
    #expect(try given(commands()).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.path("cache")))
  }

  @Test(arguments: [
    BuildSettings(configuration: "release"), BuildSettings(arguments: ["-Xswiftc", "-DX"]),
    BuildSettings(buildArguments: ["--enable-parseable-module-interfaces"]),
  ])
  func otherSettingsGetTheirOwn(settings: BuildSettings) throws {
    kept.keep(from: try build(["Testing-1A.swiftmodule": "testing"]), for: commands())
    #expect(try given(commands(settings)).isEmpty)
  }

  @Test func anotherToolchainGetsItsOwn() throws {
    kept.keep(from: try build(["Testing-1A.swiftmodule": "testing"]), for: commands())
    #expect(try given(commands(toolchain: "other")).isEmpty)
    try folder.write("an update", to: "toolchain/usr/bin/swift")
    #expect(try given(commands()).isEmpty)
  }

  @Test func whatComesLaterIsAddedAndNothingIsWrittenTwice() throws {
    let built = try build(["Testing-1A.swiftmodule": "testing"])
    kept.keep(from: built, for: commands())
    kept.keep(from: try build(["Testing-1A.swiftmodule": "other"], in: "second"), for: commands())
    #expect(try given(commands()).values.sorted() == ["testing"])
    let third = try build(
      ["Testing-1A.swiftmodule": "new", "_Concurrency-2B.swiftmodule": "tasks"], in: "third")
    kept.keep(from: third, for: commands())
    #expect(try given(commands(), to: "newer").values.sorted() == ["new", "tasks"])
  }

  @Test func whatIsDamagedOrSomebodyElsesIsNotGiven() throws {
    kept.keep(from: try build(["Testing-1A.swiftmodule": "testing"]), for: commands())
    let files = FileManager.default
    let pack =
      folder.path("cache/interfaces/")
      + (try files.contentsOfDirectory(atPath: folder.path("cache/interfaces"))[0])
    let bytes = try #require(files.contents(atPath: pack))
    try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: pack)
    #expect(try given(commands()).isEmpty)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: pack)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 1
      try damaged.write(to: URL(filePath: pack))
      try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: pack)
      #expect(try given(commands()).isEmpty, "byte \(index)")
    }
    try bytes.write(to: URL(filePath: pack))
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: pack)
    #expect(try given(commands()).count == 1)
  }

  @Test func ofManyTheOldestGo() throws {
    let built = try build(["Testing-1A.swiftmodule": "testing"])
    for number in 0..<20 { kept.keep(from: built, for: commands(BuildSettings(arguments: ["\(number)"]))) }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("cache/interfaces"))
    #expect(files.count == 16)
  }
}
