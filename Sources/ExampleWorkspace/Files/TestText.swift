/// Writes test targets, for both testing libraries.
struct TestText {
  let package: ExamplePackage
  let target: ExampleTarget
  let depths: [String: Int]

  private var name: String { package.name }

  func swiftTesting() -> String {
    """
    import Testing

    \(imports)
    struct \(target.name) {
    \(cases.map { "  @Test func \($0.name)()\($0.throwing) {\n    #expect(\($0.left) == \($0.right))\n  }\n" }.joined(separator: "\n"))
      @Test(arguments: 1...3) func summaryIsStable(attempt: Int) {
        #expect(\(name)Info.summary() == \(name)Info.summary())
      }
    }

    """
  }

  func xcTest() -> String {
    """
    import XCTest

    \(imports)
    final class \(target.name): XCTestCase {
    \(cases.map { "  func test\($0.name.prefix(1).uppercased())\($0.name.dropFirst())()\($0.throwing) {\n    XCTAssertEqual(\($0.left), \($0.right))\n  }\n" }.joined(separator: "\n"))}

    """
  }

  private var imports: String {
    let others = target.dependencies.flatMap(\.targets).filter { $0 != name }
    return others.map { "import \($0)\n" }.joined() + "@testable import \(name)\n"
  }

  private struct Case {
    var name: String
    var left: String
    var right: String
    var throwing = ""
  }

  private var cases: [Case] {
    var cases = [
      Case(
        name: "depthCountsThePackagesBelow", left: "\(name)Info.depth", right: "\(depths[package.path] ?? 1)"),
      Case(
        name: "summaryStartsWithTheName", left: "\(name)Info.summary().hasPrefix(\"\(name)\")", right: "true"),
    ]
    guard let main = package.main else { return cases }
    if main.hasResources {
      cases.append(
        Case(
          name: "resourceIsBundled", left: "try \(name)Resources.greeting()", right: "\"Hello from \(name)\"",
          throwing: " throws"))
    }
    if main.usesPlugin {
      cases.append(Case(name: "namesAreGenerated", left: "\(name)Info.names.count", right: "3"))
    }
    if package.targets.contains(where: { $0.role == .cCode }) {
      cases.append(Case(name: "bytesAreAddedUp", left: "\(name)Info.sum([1, 2, 3])", right: "6"))
    }
    return cases
  }
}
