import Base
import SwiftSources
import Testing

@Suite struct SymbolGraphTests {
  private func graph(_ symbols: String, _ relations: String = "") throws -> PublicSurface {
    var graph = SymbolGraph()
    try graph.add(
      Array(
        #"{"metadata":{"formatVersion":{"major":0,"minor":6,"patch":0}},"symbols":[\#(symbols)],"relationships":[\#(relations)]}"#
          .utf8))
    return graph.surface()
  }

  private func symbol(_ id: String, _ kind: String, _ path: String, _ text: String, placed: Bool = true)
    -> String
  {
    let place =
      placed ? #","location":{"uri":"file://Sources/A.swift","position":{"line":4,"character":1}}"# : ""
    let names = path.split(separator: ".").map { "\"\($0)\"" }.joined(separator: ",")
    return
      #"{"identifier":{"precise":"\#(id)"},"kind":{"identifier":"swift.\#(kind)"},"pathComponents":[\#(names)],"accessLevel":"public","declarationFragments":[{"kind":"text","spelling":"\#(text)"}]\#(place)}"#
  }

  @Test func declarationsWithTheirPlacesAndRoles() throws {
    let surface = try graph(
      [
        symbol("p", "protocol", "P", "protocol P"), symbol("f", "method", "P.f()", "func f()"),
        symbol("g", "method", "P.g()", "func g()"), symbol("e", "method", "P.g()", "public func g()"),
      ].joined(separator: ","),
      """
      {"kind":"requirementOf","source":"f","target":"p"},{"kind":"requirementOf","source":"g","target":"p"},
      {"kind":"defaultImplementationOf","source":"e","target":"g"},{"kind":"memberOf","source":"e","target":"p"}
      """)
    #expect(surface.declarations.map(\.name) == ["P", "P.f()", "P.g()", "P.g()"])
    #expect(surface.declarations.map(\.role) == [.plain, .requirement, .defaultedRequirement, .plain])
    #expect(surface.places.first == SurfacePlace(file: "Sources/A.swift", line: 5))
  }

  /// What a re-exported module has is not this one's; what the compiler adds to a type of its own is.
  @Test func onlyWhatWasCompiledIsItsOwn() throws {
    let surface = try graph(
      [
        symbol("e", "enum", "E", "enum E"),
        symbol("i", "init", "E.init(rawValue:)", "init?(rawValue: Int)", placed: false),
        symbol("x", "struct", "Foreign", "struct Foreign", placed: false),
      ].joined(separator: ","), #"{"kind":"memberOf","source":"i","target":"e"}"#)
    #expect(surface.declarations.map(\.name) == ["E", "E.init(rawValue:)"])
  }

  @Test func conformancesWithTheirConditions() throws {
    let surface = try graph(
      symbol("s", "struct", "S", "struct S"),
      """
      {"kind":"conformsTo","source":"s","target":"h","targetFallback":"Swift.Hashable",
       "swiftConstraints":[{"kind":"conformance","lhs":"T","rhs":"Hashable"}]},
      {"kind":"conformsTo","source":"s:Si","target":"s","targetFallback":"A.S"},
      {"kind":"conformsTo","source":"s:Sd","target":"c","targetFallback":"Swift.Copyable"}
      """)
    #expect(
      surface.declarations.map(\.conformances).contains(["Swift.Hashable where T conformance Hashable"]))
    // What makes others' types conform is offered too, but for what everything is.
    #expect(surface.declarations.filter { $0.kind == .extension }.map(\.name) == ["s:Si"])
  }

  @Test(arguments: [
    ("func f()", "func f() where T : Hashable, U == Int"),
    ("func f<V>() where V : Equatable", "func f<V>() where V : Equatable, T : Hashable, U == Int"),
    ("var a: Int { get }", "var a: Int where T : Hashable, U == Int { get }"),
  ])
  func membersHaveTheConditionsOfTheirExtension(_ own: String, _ text: String) throws {
    let node = symbol("f", "method", "S.f()", own).dropLast()
    let constraints = """
      {"kind":"sameType","lhs":"U","rhs":"Int"},{"kind":"conformance","lhs":"T","rhs":"Hashable"}
      """
    let surface = try graph(
      #"\#(node),"swiftExtension":{"extendedModule":"A","constraints":[\#(constraints)]}}"#)
    #expect(surface.declarations.map(\.text) == [text])
  }

  /// It helps some of those who conform alone.
  @Test func anImplementationUnderConditionsIsNoDefault() throws {
    let node = symbol("e", "method", "P.g()", "func g()").dropLast()
    let constraint = #"{"kind":"conformance","lhs":"Self","rhs":"Hashable"}"#
    let surface = try graph(
      [
        symbol("p", "protocol", "P", "protocol P"), symbol("g", "method", "P.g()", "func g()"),
        #"\#(node),"swiftExtension":{"constraints":[\#(constraint)]}}"#,
      ].joined(separator: ","),
      """
      {"kind":"requirementOf","source":"g","target":"p"},{"kind":"defaultImplementationOf","source":"e","target":"g"},
      {"kind":"memberOf","source":"e","target":"p"}
      """)
    #expect(surface.declarations.map(\.role) == [.plain, .requirement, .plain])
  }

  @Test(arguments: ["", "{}", "[]", #"{"metadata":{"formatVersion":{"major":7}}}"#, #"{"symbols":[1]}"#])
  func whatIsNoGraphIsRefused(_ text: String) {
    var graph = SymbolGraph()
    #expect(throws: Failure.self) { try graph.add(Array(text.utf8)) }
  }
}
