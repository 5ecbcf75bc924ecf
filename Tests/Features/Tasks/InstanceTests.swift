import Base
import Graph
import TestSupport
import Testing

@testable import Features

@Suite struct InstanceTests {
  private let app = "App -> Feature Core | AppTests -> App | Feature -> Core | CoreTests -> Core"

  @Test func withoutAMatchItIsForEveryPackage() throws {
    let scene = try TaskScene(app, tasks: #""lint": {"command": ["x"]}"#)
    #expect(scene.names == ["lint //App", "lint //Core", "lint //Feature"])
    #expect(scene.instance("lint //Core")?.modules.map(\.name) == ["Core", "CoreTests"])
  }

  @Test func patternsOfPackagesModulesAndTagsArePlaces() throws {
    let scene = try TaskScene(
      app,
      tasks: #"""
        "a": {"command": ["x"], "match": ["//{App,Core}"]}, "b": {"command": ["x"], "match": ["//Core:*"]},
        "c": {"command": ["x"], "match": ["tag:t"]}, "d": {"command": ["x"], "match": ["*Tests"]}
        """#, tags: #"[{"match": "//Feature:*", "tags": ["t"]}]"#)
    #expect(
      scene.names == [
        "a //App", "a //Core", "b //Core:Core", "b //Core:CoreTests", "c //Feature:Feature",
        "d //App:AppTests",
        "d //Core:CoreTests",
      ])
  }

  @Test func theSamePlaceComesFirst() throws {
    let scene = try TaskScene(
      app,
      tasks: #"""
        "gen": {"command": ["x"], "match": ["//{Core,App}"]},
        "lint": {"command": ["x"], "dependsOn": ["gen"]}, "each": {"command": ["x"], "match": ["//App:*"], "dependsOn": ["gen"]},
        "all": {"command": ["x"], "match": ["//App"], "dependsOn": ["each"]}
        """#)
    #expect(scene.before("lint //App") == ["gen //App"] && scene.before("lint //Feature") == [])
    #expect(scene.before("each //App:AppTests") == ["gen //App"])
    #expect(scene.before("all //App") == ["each //App:App", "each //App:AppTests"])
  }

  /// Where the direct ones have no instance, what they are built upon is asked.
  @Test func upstreamIsTheNearestOnEveryWay() throws {
    let scene = try TaskScene(
      "App -> Feature | Feature -> Middle Core | Middle -> Deep | Core -> Deep | Deep",
      tasks:
        #""gen": {"command": ["x"], "match": ["//{Core,Deep}"]}, "use": {"command": ["x"], "dependsOn": ["^gen"]}"#
    )
    // By Middle, which has none, on to Deep; by Core no further.
    #expect(scene.before("use //App") == ["gen //Core", "gen //Deep"])
    #expect(scene.before("use //Core") == ["gen //Deep"] && scene.before("use //Deep") == [])
  }

  @Test func ownModulesAreNotUpstream() throws {
    let scene = try TaskScene(app, tasks: #""gen": {"command": ["x"], "dependsOn": ["^gen"]}"#)
    #expect(scene.before("gen //Core") == [] && scene.before("gen //Feature") == ["gen //Core"])
    #expect(scene.before("gen //App") == ["gen //Core", "gen //Feature"])
    let order = try scene.instances.order(of: Set(scene.instances.all.indices)).map { scene.names[$0] }
    #expect(order == ["gen //Core", "gen //Feature", "gen //App"])
  }

  @Test func aCircleOfInstancesIsNamed() throws {
    let scene = try TaskScene("A -> B | B -> A", tasks: #""gen": {"command": ["x"], "dependsOn": ["^gen"]}"#)
    let failure = #expect(throws: Failure.self) { try scene.instances.order(of: [0, 1]) }
    #expect(failure?.message.hasSuffix(": gen //A -> gen //B -> gen //A") == true)
  }

  @Test func whatFollowsIsReachedAndWhatIsNeededIsTakenAlong() throws {
    let scene = try TaskScene(app, tasks: #""gen": {"command": ["x"], "dependsOn": ["^gen"]}"#)
    let names = { (positions: Set<Int>) in positions.sorted().map { scene.names[$0] } }
    #expect(names(scene.instances.followers(of: [2])) == ["gen //App", "gen //Feature"])
    #expect(names(scene.instances.closure(of: [2])) == ["gen //Core", "gen //Feature"])
  }

  @Test func outputsAreAnchoredAndInputsFloat() throws {
    let scene = try TaskScene(
      app,
      tasks:
        #""t": {"command": ["x", "$AMBIT_MODULE/$AMBIT_MODULES/$AMBIT_PACKAGE"], "match": ["//Core:Core"], "inputs": ["*.swift", "/shared/**"], "outputs": ["out", "/dist/$AMBIT_MODULE/**"]}"#
    )
    let instance = try #require(scene.instance("t //Core:Core"))
    #expect(instance.words == ["x", "Core/$AMBIT_MODULES/Core"])
    for (path, isInput) in [
      ("Core/a.swift", true), ("Core/x/y/a.swift", true), ("a.swift", false), ("shared/x", true),
      ("Core/shared/x", false),
    ] { #expect(instance.isDeclaredInput(RelativePath(path)) == isInput, "\(path)") }
    for (path, isOutput) in [
      ("Core/out", true), ("Core/out/x", true), ("Core/x/out", false), ("dist/Core/a", true),
      ("dist/CoreTests/a", false),
    ] { #expect(instance.isOutput(RelativePath(path)) == isOutput, "\(path)") }
    #expect(instance.outputs.map(\.start) == ["Core/out", "dist/Core"])
  }

  @Test func outputsThatMeetAreFound() throws {
    func conflict(_ tasks: String) throws -> Failure? {
      let instances = try TaskScene(app, tasks: tasks).instances.all
      do throws(Failure) { try TaskInstance.refuseConflicts(among: instances) } catch { return error }
      return nil
    }
    #expect(try conflict(#""a": {"command": ["x"], "outputs": ["out/**"], "inputs": ["Sources/**"]}"#) == nil)
    // What it makes among its inputs is none of them.
    #expect(
      try conflict(#""a": {"command": ["x"], "outputs": ["Generated/*.swift"], "inputs": ["*.swift"]}"#)
        == nil)
    let shared = try conflict(#""a": {"command": ["x"], "match": ["//Core:*"], "outputs": ["out/**"]}"#)
    #expect(shared?.code == "shared-output")
    #expect(shared?.message.hasPrefix("a //Core:Core and a //Core:CoreTests could make") == true)
    let nested = try conflict(
      #""a": {"command": ["x"], "outputs": ["out"]}, "b": {"command": ["x"], "match": ["//Core"], "outputs": ["/Core/out/x-y/z"]}"#
    )
    #expect(nested?.code == "shared-output")
    let inPlace = try conflict(
      #""a": {"command": ["x"], "outputs": ["Sources/**"], "inputs": ["Sources/**"]}"#)
    #expect(inPlace?.code == "output-is-input")
    let ofGit = try conflict(#""a": {"command": ["x"], "outputs": ["/.git/hooks/x"]}"#)
    #expect(ofGit?.code == "output-of-git")
  }
}
