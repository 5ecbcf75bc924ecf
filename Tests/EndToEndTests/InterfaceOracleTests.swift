import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `ambit interface --diff` against `swift package diagnose-api-breaking-changes`: all edits in one module, and one of a body alone
/// in another, so that one build of both revisions answers for all of them.
@Suite struct InterfaceOracleTests {
  @Test func whatSwiftPMCallsBreakingIsBreakingHere() throws {
    let git = try GitSandbox()
    try git.makeRepository("shop")
    try git.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "shop", products: [.library(name: "All", targets: ["All", "Same"])],
        targets: [.target(name: "All"), .target(name: "Same")])
      """, to: "shop/Package.swift")
    try git.folder.write(".build/\n", to: "shop/.gitignore")
    try write(InterfaceEdit.all.map(\.old), body: "1", git)
    _ = try git.git("shop", "tag before")
    try write(InterfaceEdit.all.map(\.new), body: "2", git)
    let cache = try TemporaryFolder()
    var environment = git.environment
    environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    environment["XDG_CACHE_HOME"] = cache.path
    let there = try swiftPM(in: git.path("shop"), environment)
    let here = try ambit(in: git.path("shop"), environment)
    for edit in InterfaceEdit.all {
      let isHere = here.contains { $0.contains(edit.mark) }
      let isThere = there.contains { $0.contains(edit.mark) }
      let agrees = edit.onlyHere == nil && edit.onlyThere == nil
      #expect(isHere == (agrees ? isThere : edit.onlyHere != nil), "\(edit.name): here \(isHere)")
      #expect(isThere == (agrees ? isHere : edit.onlyThere != nil), "\(edit.name): SwiftPM \(isThere)")
    }
  }

  private func write(_ edits: [String], body: String, _ git: GitSandbox) throws {
    try git.folder.write(edits.joined(separator: "\n"), to: "shop/Sources/All/All.swift")
    try git.folder.write("public func same() -> Int { \(body) }\n", to: "shop/Sources/Same/Same.swift")
    try git.commitAll("shop")
  }

  /// What is breaking here: name, before and after of each.
  private func ambit(in folder: String, _ environment: [String: String]) throws -> [String] {
    let outcome = AmbitRun.run(
      ["interface", "--diff", "before", "--json"], in: folder, environment: environment)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let modules = outcome.json?["modules"]?.arrayValue ?? []
    #expect(modules.first { $0["id"]?.stringValue == "//:Same" }?["verdict"]?.stringValue == "same")
    let all = try #require(modules.first { $0["id"]?.stringValue == "//:All" })
    #expect(all["verdict"]?.stringValue == "breaking", "\(all["reason"]?.stringValue ?? "")")
    return (all["changes"]?.arrayValue ?? []).filter { $0["verdict"]?.stringValue == "breaking" }.map {
      change in
      [change["name"], change["before"], change["after"]].compactMap { $0?.stringValue }.joined(
        separator: "; ")
    }
  }

  /// The lines in which SwiftPM tells what breaks.
  private func swiftPM(in folder: String, _ environment: [String: String]) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["swift", "package", "diagnose-api-breaking-changes", "before"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    try #require(text.contains("No breaking changes detected in Same"), "\(text.suffix(2000))")
    return text.split(separator: "\n").filter { $0.contains("API breakage") }
  }
}
