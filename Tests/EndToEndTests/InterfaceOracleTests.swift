import Foundation
import ProgramSupport
import Support
import TestSupport
import Testing

/// `ambit interface --diff` against `swift package diagnose-api-breaking-changes`: one module for each edit, so that one
/// build of both revisions answers for all of them.
@Suite struct InterfaceOracleTests {
  private struct Edit: Sendable {
    let name: String
    let old: String
    let new: String
    /// Why SwiftPM is known to say something else; nil where it does not.
    var differs: String?

    init(_ name: String, _ old: String, _ new: String, differs: String? = nil) {
      (self.name, self.old, self.new, self.differs) = (name, old, new, differs)
    }
  }

  private static let edits: [Edit] = [
    Edit("Body", "public func f() -> Int { 1 }", "public func f() -> Int { 2 }"),
    Edit("Removed", "public func f() {}", ""),
    Edit("Added", "", "public func f() {}"),
    Edit("Result", "public func f() -> Int { 1 }", "public func f() -> String { \"\" }"),
    Edit("Parameter", "public func f(_ a: Int) {}", "public func f(_ a: String) {}"),
    Edit("Label", "public func f(a: Int) {}", "public func f(b: Int) {}"),
    Edit("LostDefault", "public func f(a: Int = 1) {}", "public func f(a: Int) {}"),
    Edit("NewDefault", "public func f(a: Int) {}", "public func f(a: Int = 1) {}"),
    Edit("Throwing", "public func f() {}", "public func f() throws {}"),
    Edit("Requirement", "public protocol P { func f() }", "public protocol P { func f(); func g() }"),
    Edit(
      "Defaulted", "public protocol P { func f() }",
      "public protocol P { func f(); func g() }\nextension P { public func g() {} }"),
    Edit("NewCase", "public enum E { case a }", "public enum E { case a, b }"),
    Edit("LostCase", "public enum E { case a, b }", "public enum E { case a }"),
    Edit("LostConformance", "public struct S: Hashable {}", "public struct S {}"),
    Edit("NewConformance", "public struct S {}", "public struct S: Hashable {}"),
    Edit("Inherits", "public protocol P {}", "public protocol P: Sendable {}"),
    Edit("NotOpen", "open class C { public init() {} }", "public class C { public init() {} }"),
    Edit("Kind", "public struct S {}", "public final class S {}"),
    Edit(
      "Setter", "public struct S { public var a = 1 }", "public struct S { public private(set) var a = 1 }"),
    Edit("StoredType", "public struct S { public var a = 1 }", "public struct S { public var a = \"\" }"),
    Edit("Internal", "public struct S {}", "struct S {}"),
    Edit("Generic", "public func f<T>(_ a: T) {}", "public func f<T: Hashable>(_ a: T) {}"),
    Edit("Static", "public struct S { public func f() {} }", "public struct S { public static func f() {} }"),
    Edit("Frozen", "public enum E { case a }", "@frozen public enum E { case a }"),
  ]

  private func source(_ text: String) -> String { "public let unchanged = 1\n\(text)\n" }

  @Test func whatSwiftPMCallsBreakingIsBreakingHere() throws {
    let git = try GitSandbox()
    try git.makeRepository("shop")
    let names = Self.edits.map(\.name)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    try git.folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "shop", products: [.library(name: "All", targets: [\(list)])],
        targets: [\(list)].map { .target(name: $0) })
      """, to: "shop/Package.swift")
    try git.folder.write(".build/\n", to: "shop/.gitignore")
    for edit in Self.edits { try git.folder.write(source(edit.old), to: "shop/Sources/\(edit.name)/A.swift") }
    try git.commitAll("shop")
    _ = try git.git("shop", "tag before")
    for edit in Self.edits { try git.folder.write(source(edit.new), to: "shop/Sources/\(edit.name)/A.swift") }
    try git.commitAll("shop")
    let cache = try TemporaryFolder()
    var environment = git.environment
    environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    environment["XDG_CACHE_HOME"] = cache.path
    let said = try swiftPM(in: git.path("shop"), environment)
    let outcome = AmbitRun.run(
      ["interface", "--diff", "before", "--json"], in: git.path("shop"), environment: environment)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let modules = outcome.json?["modules"]?.arrayValue ?? []
    let verdicts = Dictionary(
      modules.map { ($0["id"]?.stringValue ?? "", $0["verdict"]?.stringValue ?? "") },
      uniquingKeysWith: { one, _ in one })
    for edit in Self.edits {
      let here = verdicts["//:\(edit.name)"] == "breaking"
      let there = said.contains(edit.name)
      #expect((here == there) == (edit.differs == nil), "\(edit.name): here \(here), SwiftPM \(there)")
      // What differs is told here and not there, never the other way round.
      if edit.differs != nil { #expect(here, "\(edit.name)") }
    }
  }

  /// The modules that SwiftPM finds breaking changes in.
  private func swiftPM(in folder: String, _ environment: [String: String]) throws -> Set<String> {
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
    try #require(text.contains("No breaking changes detected in"), "\(text.suffix(2000))")
    return Set(
      Self.edits.map(\.name).filter { name in
        text.split(separator: "\n").contains {
          $0.contains("detected in \(name)") && !$0.contains("No breaking")
        }
      })
  }
}
