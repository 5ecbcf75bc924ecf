import Base
import Graph
import TestSupport
import Testing

@Suite struct LockfileReachTests {
  private static let old = ["log": "1", "nio": "1"]
  private static let moved = ["log": "2", "nio": "1"]

  enum State: Sendable {
    case pins([String: String])
    case unreadable
    case absent
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    let before: State
    let after: State
    let expected: [String]

    init(
      _ name: String, at path: String = "App/Package.resolved", _ before: State, _ after: State,
      _ names: [String]
    ) {
      (testDescription, self.path, self.before, self.after, expected) = (name, path, before, after, names)
    }
  }

  /// `App` uses `Core`, which uses a package from outside; `AppIcon` and `Plain` use none. `Extra` used one
  /// at the base.
  private func revision(_ state: State, at path: RelativePath, extraIsUser: Bool) -> Revision {
    var graph = GraphSketch.graph(
      "App -> Core | AppTests -> App | Core | Extra | ExtraTests -> Extra | Plain")
    for (name, isUser) in [("Core", true), ("Extra", extraIsUser)] where isUser {
      if let index = graph.index(of: GraphSketch.id(name)) { graph.modules[index].externalPackages = ["log"] }
    }
    let rules = PathRules(lockfiles: ["Work/Package.resolved": ["Extra", "Plain"]])
    var lockfiles: [RelativePath: Revision.LockfileState] = [:]
    switch state {
    case .pins(let pins): lockfiles[path] = .parsed(Lockfile(pins: pins))
    case .unreadable: lockfiles[path] = .unreadable
    case .absent: break
    }
    return Revision(graph: graph, map: ModuleMap(graph: graph, rules: rules), lockfiles: lockfiles)
  }

  static let cases = [
    Case("nothing moved", .pins(old), .pins(old), []),
    Case("a pin moved", .pins(old), .pins(moved), ["App", "AppTests"]),
    Case("a pin removed", .pins(old), .pins(["nio": "1"]), ["App", "AppTests"]),
    Case("the file added", .absent, .pins(old), ["App", "AppTests"]),
    Case("the file deleted", .pins(old), .absent, ["App", "AppTests"]),
    Case("unreadable now", .pins(old), .unreadable, ["App", "AppTests"]),
    Case("unreadable before", .unreadable, .pins(old), ["App", "AppTests"]),
    Case("no user", at: "Plain/Package.resolved", .pins(old), .pins(moved), []),
    Case("no user, unreadable", at: "Plain/Package.resolved", .pins(old), .unreadable, ["Plain"]),
    Case(
      "a former user", at: "Extra/Package.resolved", .pins(old), .pins(["nio": "1"]), ["Extra", "ExtraTests"]),
    Case(
      "one for several packages", at: "Work/Package.resolved", .pins(old), .pins(moved),
      ["Extra", "ExtraTests"]),
    Case(
      "one for several packages, unreadable", at: "Work/Package.resolved", .pins(old), .unreadable,
      ["Extra", "ExtraTests", "Plain"]),
  ]

  @Test(arguments: cases) func aLockfileReachesTheUsersOfItsPins(_ example: Case) {
    let path = RelativePath(example.path)
    func exists(_ state: State) -> Bool { if case .absent = state { false } else { true } }
    let kind: ChangeKind =
      !exists(example.before) ? .added : exists(example.after) ? .modified : .deleted
    let selection = Selection(
      SelectionRequest(
        head: revision(example.after, at: path, extraIsUser: false),
        base: revision(example.before, at: path, extraIsUser: true),
        changes: [FileChange(path, kind)]))
    #expect(selection.modules.map(\.id.name) == example.expected)
    #expect(selection.modules.allSatisfy { $0.reason.last == Reason(.lockfile, .path(path)) })
  }
}
