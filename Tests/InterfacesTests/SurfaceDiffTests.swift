import Base
import SwiftSources
import TestSupport
import Testing

/// One declaration before and after, and what is said of it.
private struct EditCase: Sendable, CustomTestStringConvertible {
  let title: String
  let old: [SurfaceDeclaration]
  let new: [SurfaceDeclaration]
  /// `breaking name`, in the order of the difference.
  let told: [String]

  var testDescription: String { title }

  init(_ title: String, _ old: [SurfaceDeclaration], _ new: [SurfaceDeclaration], _ told: String...) {
    (self.title, self.old, self.new, self.told) = (title, old, new, told)
  }
}

private func method(
  _ name: String, _ text: String, _ role: SurfaceRole = .plain, access: SurfaceAccess = .public
) -> SurfaceDeclaration {
  SurfaceDeclaration(.method, ["T", name], text, access: access, role: role)
}

private let type = SurfaceDeclaration(.struct, ["T"], "public struct T")
private let proto = SurfaceDeclaration(.protocol, ["T"], "public protocol T")
private let choice = SurfaceDeclaration(.enum, ["T"], "public enum T")

private func property(_ text: String, _ role: SurfaceRole = .plain) -> SurfaceDeclaration {
  SurfaceDeclaration(.property, ["T", "a"], text, role: role)
}

@Suite struct SurfaceDiffTests {
  private static let cases: [EditCase] = [
    EditCase("nothing", [type], [type]),
    EditCase("a new type", [], [type], "compatible T"),
    EditCase(
      "a type that is gone, told once with its members", [type, method("f()", "public func f()")], [],
      "breaking T"),
    EditCase("a new member", [type], [type, method("f()", "public func f()")], "compatible T.f()"),
    EditCase(
      "a requirement without a default", [proto], [proto, method("f()", "func f()", .requirement)],
      "breaking T.f()"),
    EditCase(
      "a requirement with a default", [proto], [proto, method("f()", "func f()", .defaultedRequirement)],
      "compatible T.f()"),
    EditCase(
      "a default implementation that is gone", [proto, method("f()", "func f()", .defaultedRequirement)],
      [proto, method("f()", "func f()", .requirement)], "breaking T.f()"),
    EditCase(
      "a new case", [choice], [choice, SurfaceDeclaration(.enumCase, ["T", "a"], "case a")], "breaking T.a"),
    EditCase(
      "a new enum with its cases", [], [choice, SurfaceDeclaration(.enumCase, ["T", "a"], "case a")],
      "compatible T"),
    EditCase(
      "another type of a parameter", [method("f(_:)", "public func f(_ a: Int)")],
      [method("f(_:)", "public func f(_ a: String)")], "breaking T.f(_:)"),
    EditCase(
      "another result", [method("f()", "public func f() -> Int")], [method("f()", "public func f() -> Int?")],
      "breaking T.f()"),
    EditCase(
      "a default that is gone", [method("f(a:)", "public func f(a: Int = 1)")],
      [method("f(a:)", "public func f(a: Int)")], "breaking T.f(a:)"),
    EditCase(
      "a default that came", [method("f(a:)", "public func f(a: Int)")],
      [method("f(a:)", "public func f(a: Int = 1)")], "compatible T.f(a:)"),
    EditCase(
      "another default", [method("f(a:)", "public func f(a: [Int] = [1, 2], b: Int = 1)")],
      [method("f(a:)", "public func f(a: [Int] = [], b: Int = 1)")], "compatible T.f(a:)"),
    EditCase(
      "other labels", [method("f(a:)", "public func f(a: Int)")], [method("f(b:)", "public func f(b: Int)")],
      "breaking T.f(b:)"),
    EditCase(
      "throwing", [method("f()", "public func f() -> Int")], [method("f()", "public func f() throws -> Int")],
      "breaking T.f()"),
    EditCase(
      "no longer throwing", [method("f()", "public func f() throws")], [method("f()", "public func f()")],
      "compatible T.f()"),
    EditCase(
      "a requirement that no longer throws", [proto, method("f()", "func f() throws", .requirement)],
      [proto, method("f()", "func f()", .requirement)], "breaking T.f()"),
    EditCase(
      "async", [method("f()", "public func f()")], [method("f()", "public func f() async")], "breaking T.f()"),
    EditCase(
      "no setter any more", [property("public var a: Int { get set }")],
      [property("public var a: Int { get }")], "breaking T.a"),
    EditCase(
      "a stored one that is let", [property("public var a: Int")], [property("public let a: Int")],
      "breaking T.a"),
    EditCase(
      "a stored one that is computed", [property("public var a: Int")],
      [property("public var a: Int { get set }")]),
    EditCase(
      "let that is computed", [property("public let a: Int")], [property("public var a: Int { get }")]),
    EditCase(
      "a getter that throws, too", [property("public var a: Int { get async }")],
      [property("public var a: Int { get async throws }")], "breaking T.a"),
    EditCase(
      "a getter that is async and no longer throws", [property("public var a: Int { get throws }")],
      [property("public var a: Int { get async }")], "breaking T.a"),
    EditCase(
      "a getter that no longer throws", [property("public var a: Int { get throws }")],
      [property("public var a: Int { get }")], "compatible T.a"),
    EditCase(
      "a required getter that no longer throws",
      [proto, property("var a: Int { get throws }", .requirement)],
      [proto, property("var a: Int { get }", .requirement)], "breaking T.a"),
    EditCase(
      "a getter that mutates", [property("public var a: Int { get }")],
      [property("public var a: Int { mutating get }")], "breaking T.a"),
    EditCase(
      "a setter that mutates", [property("public var a: Int { get nonmutating set }")],
      [property("public var a: Int { get set }")], "breaking T.a"),
    EditCase(
      "a method that no longer mutates", [method("f()", "public mutating func f()")],
      [method("f()", "public func f()")], "compatible T.f()"),
    EditCase(
      "a requirement that no longer mutates", [proto, method("f()", "mutating func f()", .requirement)],
      [proto, method("f()", "func f()", .requirement)], "breaking T.f()"),
    EditCase(
      "a narrower error", [method("f()", "public func f() throws")],
      [method("f()", "public func f() throws(E)")], "compatible T.f()"),
    EditCase(
      "a narrower error of an open method", [method("f()", "open func f() throws", access: .open)],
      [method("f()", "open func f() throws(E)", access: .open)], "breaking T.f()"),
    EditCase(
      "an initializer that is no longer required",
      [SurfaceDeclaration(.initializer, ["T", "init()"], "public required init()")],
      [SurfaceDeclaration(.initializer, ["T", "init()"], "public init()")], "breaking T.init()"),
    EditCase(
      "a setter that came", [property("public var a: Int { get }")],
      [property("public var a: Int { get set }")], "compatible T.a"),
    EditCase(
      "a setter that whoever conforms needs", [proto, property("var a: Int { get }", .requirement)],
      [proto, property("var a: Int { get set }", .requirement)], "breaking T.a"),
    EditCase(
      "a lost conformance",
      [SurfaceDeclaration(.struct, ["T"], "public struct T", conformances: ["Swift.Sendable"])],
      [type], "breaking T"),
    EditCase(
      "a gained conformance", [type],
      [SurfaceDeclaration(.struct, ["T"], "public struct T", conformances: ["Swift.Hashable"])],
      "compatible T"),
    EditCase(
      "a protocol that asks for more", [proto],
      [SurfaceDeclaration(.protocol, ["T"], "public protocol T", conformances: ["Swift.Sendable"])],
      "breaking T"),
    EditCase(
      "it cannot be copied any more", [type],
      [SurfaceDeclaration(.struct, ["T"], "public struct T", conformances: ["~Copyable"])], "breaking T"),
    EditCase(
      "it can be copied now",
      [SurfaceDeclaration(.struct, ["T"], "public struct T", conformances: ["~Copyable"])], [type],
      "compatible T"),
    EditCase(
      "a new associated type with a default", [proto],
      [
        proto,
        SurfaceDeclaration(.associatedtype, ["T", "A"], "associatedtype A = Int", role: .requirement),
      ], "compatible T.A"),
    EditCase(
      "a new associated type with conditions", [proto],
      [
        proto,
        SurfaceDeclaration(
          .associatedtype, ["T", "A"], "associatedtype A where Self.A == Int", role: .requirement),
      ], "breaking T.A"),
    EditCase(
      "no longer open", [SurfaceDeclaration(.class, ["C"], "open class C", access: .open)],
      [SurfaceDeclaration(.class, ["C"], "public class C")], "breaking C"),
    EditCase(
      "a class that is a struct", [SurfaceDeclaration(.class, ["T"], "public class T")], [type], "breaking T"),
    EditCase(
      "available later",
      [SurfaceDeclaration(.struct, ["T"], "public struct T", availability: ["macOS introduced 13"])],
      [SurfaceDeclaration(.struct, ["T"], "public struct T", availability: ["macOS introduced 14"])],
      "breaking T"),
    EditCase(
      "deprecated", [type],
      [SurfaceDeclaration(.struct, ["T"], "public struct T", availability: ["* deprecated"])],
      "compatible T"),
    EditCase(
      "another isolation", [method("f()", "public func f()")], [method("f()", "@MainActor public func f()")],
      "breaking T.f()"),
    EditCase(
      "frozen", [choice], [SurfaceDeclaration(.enum, ["T"], "@frozen public enum T")], "compatible T"),
    EditCase(
      "a statement that is gone",
      [SurfaceDeclaration(.statement, ["@_exported import A"], "@_exported import A")], [],
      "breaking @_exported import A"),
    EditCase(
      "another header", [SurfaceDeclaration(.header, ["a.h"], "a.h 1")],
      [SurfaceDeclaration(.header, ["a.h"], "a.h 2")],
      "unknown a.h"),
    EditCase(
      "one overload of two",
      [method("f(_:)", "public func f(_ a: Int)"), method("f(_:)", "public func f(_ a: Double)")],
      [method("f(_:)", "public func f(_ a: Int)")], "breaking T.f(_:)"),
  ]

  @Test(arguments: cases)
  private func everyEditIsToldForWhatItIs(_ edit: EditCase) {
    let diff = SurfaceDiff(surface(edit.old), surface(edit.new))
    #expect(
      diff.changes.map { "\($0.verdict.rawValue) \($0.declaration.name)" } == edit.told,
      "\(diff.changes.map(\.reason))")
    #expect(diff.isBreaking == edit.told.contains { !$0.hasPrefix("compatible") })
  }

  @Test func whatConcernsThePackageAloneBreaksNobodyElse() throws {
    let old = surface([method("f()", "package func f()", access: .package)])
    let diff = SurfaceDiff(old, surface([]))
    #expect(diff.changes.count == 1 && !diff.isBreaking)
    #expect(try #require(diff.changes.first).isWithinPackage)
    #expect(!old.isSame(as: surface([])))
  }

  @Test func breakingOnesComeFirst() {
    let diff = SurfaceDiff(
      surface([type, method("z()", "public func z()")]),
      surface([type, method("a(b:)", "public func a(b: Int)")]))
    #expect(diff.changes.map(\.verdict) == [.breaking, .compatible])
  }

  @Test func aSurfaceIsWhatWasKeptOfIt() throws {
    let surface = PublicSurface([
      (type, SurfacePlace(file: "a.swift", line: 3)), (method("f()", "public func f()"), nil),
      (
        SurfaceDeclaration(
          .extension, ["Swift.Int"], "extension Int", extended: "Swift", conformances: ["P"]), nil
      ),
    ])
    #expect(PublicSurface(decoding: surface.encoded[...]) == surface)
    #expect(PublicSurface(decoding: surface.encoded.dropLast()) == nil)
  }

  /// Lines move with bodies, and that is no difference.
  @Test func placesDoNotCount() {
    let here = PublicSurface([(type, SurfacePlace(file: "a.swift", line: 3))])
    let there = PublicSurface([(type, SurfacePlace(file: "b.swift", line: 9))])
    #expect(here.isSame(as: there) && SurfaceDiff(here, there).changes.isEmpty)
  }

  @Test func whatIsNotKnownMayHaveChanged() {
    let known = ModuleInterface.surface(surface([type]))
    #expect(known.isSurelySame(as: known))
    #expect(!ModuleInterface.unknown("a").isSurelySame(as: .unknown("a")))
    #expect(!known.isSurelySame(as: .unknown("a")))
  }

  private func surface(_ declarations: [SurfaceDeclaration]) -> PublicSurface {
    PublicSurface(declarations.map { ($0, nil) })
  }
}
