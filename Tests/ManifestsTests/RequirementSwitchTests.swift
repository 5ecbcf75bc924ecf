import Testing

@testable import Manifests

@Suite struct RequirementSwitchTests {
  private static let location = "https://code.example/Core.git"

  /// A manifest that asks so, and speaks of the same in a comment.
  private func manifest(_ asked: String, named: String = "name: \"Core\", url", _ place: String = location)
    -> String
  {
    let old = ".package(url: \"\(Self.location)\", from: \"1.2.0\")"
    return """
      // \(old)
      let package = Package(
        name: "A", dependencies: [.package(\(named): "\(place)", \(asked)), .package(path: "../B")])
      """
  }

  private func changed(
    _ text: String, _ new: PackageDependency.Requirement = .range("2.0.0", "3.0.0")
  ) throws -> String? {
    try RequirementSwitch.changed(Array(text.utf8), [.init(Self.location, new)]).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("from: \"1.2.0\"", "from: \"2.0.0\""),
    (".upToNextMajor( from:\"1.2.0\" )", ".upToNextMajor( from:\"2.0.0\" )"),
    ("\"1.2.0\"..<\"2.0.0\"", "\"2.0.0\"..<\"3.0.0\""),
    ("\"1.2.0\" ... \"1.9.0\"", "\"2.0.0\"..<\"3.0.0\""),
    ("from: \"1.2.0\", traits: [\"Fast\"]", "from: \"2.0.0\", traits: [\"Fast\"]"),
  ])
  func onlyTheNumbersChange(old: String, new: String) throws {
    #expect(try changed(manifest(old)) == manifest(new))
    #expect(try changed(manifest(old, named: "id")) == manifest(new, named: "id"))
  }

  @Test(arguments: ["exact: \"1.2.0\"", ".exact(\"1.2.0\")"])
  func theFormIsKept(old: String) throws {
    #expect(try changed(manifest(old), .exact("2.0.0")) == manifest(old.replacing("1.2.0", with: "2.0.0")))
  }

  @Test(arguments: [
    "from: least", "Version(1, 2, 0)..<\"2.0.0\"", ".upToNextMajor(from: Version(1, 2, 0))", "range",
    "\"1.2.0\" /* \"or so\" */ ..< \"2.0.0\"",
  ])
  func whatIsComputedIsRefused(old: String) {
    #expect(throws: ManifestSwitch.Problem.requirement(Self.location)) { try changed(manifest(old)) }
  }

  @Test func othersStay() throws {
    #expect(try changed(manifest("from: \"1.2.0\"", "https://code.example/Cart.git")) == nil)
  }
}
