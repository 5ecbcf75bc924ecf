import Base
import Testing

@testable import Xcode

/// The scheme and plan that run a bundle, and the words of the call.
@Suite struct XcodeTestCallTests {
  private static let project: RelativePath = "App/Shop.xcodeproj"
  private static let digest = SHA256.digest(of: [])

  private static func target(_ name: String, in container: RelativePath = project) -> XcodeTargetReference {
    XcodeTargetReference(container: container, name: name)
  }

  private static func scheme(
    _ name: String, in container: RelativePath = project, tests: [XcodeTargetReference] = [],
    plans: [RelativePath] = []
  ) -> XcodeScheme {
    XcodeScheme(
      file: container.appending("xcshareddata/xcschemes/\(name).xcscheme"), name: name, container: container,
      testables: tests.map { .init(target: $0) }, plans: plans, definition: digest)
  }

  private static func plan(_ file: RelativePath, _ tests: [XcodeTargetReference]) -> XcodeTestPlan {
    XcodeTestPlan(
      file: file,
      entries: tests.map { .init(target: $0, isEnabled: true, definition: digest, span: 0..<0) },
      definition: digest)
  }

  private static let unit = ModuleID(package: project, name: "Unit Tests")
  private static let money = ModuleID(package: "Packages/Money", name: "MoneyTests")

  private func catalog(_ schemes: [XcodeScheme], _ plans: [XcodeTestPlan] = []) -> TestCatalog {
    TestCatalog(schemes: schemes, plans: plans, targets: [Self.unit, Self.money])
  }

  /// `container scheme plan`, or the problem.
  private func answer(
    _ catalog: TestCatalog, _ bundle: ModuleID = unit, scheme: String? = nil, plan: String? = nil
  ) -> String {
    do throws(TestCatalog.NoScheme) {
      let found = try catalog.entry(running: bundle, scheme: scheme, plan: plan)
      return "\(found.container) \(found.scheme) \(found.plan ?? "-")"
    } catch {
      return "\(error)"
    }
  }

  @Test func theOnlySchemeThatRunsABundleIsCalled() {
    let catalog = catalog([
      Self.scheme("Shop", tests: [Self.target("Unit Tests")]), Self.scheme("Empty"),
    ])
    #expect(answer(catalog) == "App/Shop.xcodeproj Shop -")
    #expect(answer(catalog, Self.money) == "none")
    #expect(answer(catalog, scheme: "Empty") == "leftOut(scheme: Optional(\"Empty\"), plan: nil)")
    #expect(answer(catalog, scheme: "Nope") == "unknownScheme(\"Nope\")")
    #expect(answer(catalog, scheme: "Shop", plan: "CI") == "unknownPlan(\"CI\", scheme: \"Shop\")")
  }

  @Test func aProjectIsOpenedInTheOnlyWorkspaceThatShowsIt() {
    let scheme = Self.scheme("Shop", tests: [Self.target("Unit Tests")])
    func answer(_ containers: [RelativePath], showing path: RelativePath = Self.project) -> String {
      let workspaces = containers.map { XcodeWorkspace(container: $0, references: [.inTree(path)]) }
      return self.answer(
        TestCatalog(schemes: [scheme], plans: [], targets: [Self.unit], workspaces: workspaces))
    }
    #expect(answer(["Shop.xcworkspace"]) == "Shop.xcworkspace Shop -")
    // A project has a workspace of its own inside.
    #expect(answer(["App/Shop.xcodeproj/project.xcworkspace"]) == "App/Shop.xcodeproj Shop -")
    #expect(answer(["Shop.xcworkspace"], showing: "Else/A.xcodeproj") == "App/Shop.xcodeproj Shop -")
    #expect(answer(["Shop.xcworkspace", "All.xcworkspace"]) == "App/Shop.xcodeproj Shop -")
  }

  @Test func ofSeveralSchemesNobodyChoosesOne() {
    let tests = [Self.target("Unit Tests")]
    let catalog = catalog([Self.scheme("Shop", tests: tests), Self.scheme("All", tests: tests)])
    #expect(answer(catalog) == "ambiguous([\"All\", \"Shop\"])")
    #expect(answer(catalog, scheme: "Shop") == "App/Shop.xcodeproj Shop -")
  }

  @Test func theDefaultPlanComesFirstThenTheOnlyOneThatRunsTheBundle() {
    let both = [Self.target("Unit Tests"), Self.target("MoneyTests", in: "Packages/Money")]
    let scheme = Self.scheme("Shop", plans: ["App/CI.xctestplan", "App/UI.xctestplan", "App/All.xctestplan"])
    let plans = [
      Self.plan("App/CI.xctestplan", [both[0]]), Self.plan("App/UI.xctestplan", both),
      Self.plan("App/All.xctestplan", both),
    ]
    let catalog = catalog([scheme], plans)
    #expect(answer(catalog) == "App/Shop.xcodeproj Shop CI")
    #expect(answer(catalog, plan: "UI") == "App/Shop.xcodeproj Shop UI")
    #expect(answer(catalog, Self.money) == "ambiguousPlan([\"All\", \"UI\"], scheme: \"Shop\")")
    let two = self.catalog([scheme], Array(plans.prefix(2)))
    #expect(answer(two, Self.money) == "App/Shop.xcodeproj Shop UI")
  }

  @Test func aWorkspaceIsOpenedBeforeItsProject() {
    let tests = [Self.target("Unit Tests")]
    let schemes = [Self.scheme("Shop", tests: tests), Self.scheme("Shop", in: "A.xcworkspace", tests: [])]
    #expect(answer(catalog(schemes)) == "App/Shop.xcodeproj Shop -")
    let open = Self.scheme(
      "Shop", in: "B.xcworkspace", tests: [.init(container: Self.project, name: "Unit Tests")])
    #expect(answer(catalog(schemes + [open])) == "B.xcworkspace Shop -")
  }

  @Test func aPackageWithoutThatSchemeIsOpenedByItsFolder() {
    #expect(answer(catalog([]), Self.money, scheme: "Money-Package") == "Packages/Money Money-Package -")
  }

  @Test func callsThatDifferInTheirBundlesAloneAreOne() {
    func call(_ bundle: ModuleID, _ destination: String = "platform=macOS") -> XcodeTestCall {
      XcodeTestCall(
        container: Self.project, scheme: "Shop", plan: "CI", destination: destination, bundles: [bundle])
    }
    let joined = XcodeTestCall.joined([call(Self.unit), call(Self.unit, "id=1"), call(Self.money)])
    #expect(joined.map(\.bundles) == [[Self.unit, Self.money], [Self.unit]])
    #expect(
      joined[0].arguments(results: "/r.xcresult") == [
        "test", "-project", "App/Shop.xcodeproj", "-scheme", "Shop", "-testPlan", "CI", "-destination",
        "platform=macOS", "-resultBundlePath", "/r.xcresult", "-only-testing:Unit Tests",
        "-only-testing:MoneyTests",
      ])
  }

  @Test func optionsBecomeThoseOfXcodebuild() {
    let call = XcodeTestCall(
      container: "Packages/Money", scheme: "Money", destination: "id=1", bundles: [Self.money])
    var options = XcodeTestCall.Options()
    options.sanitizers = ["thread"]
    options.caseSeconds = 30
    options.retries = 2
    #expect(call.folder == "Packages/Money")
    #expect(
      call.arguments(results: "/r", options).joined(separator: " ")
        == "test -scheme Money -destination id=1 -resultBundlePath /r -enableThreadSanitizer YES "
        + "-test-timeouts-enabled YES -maximum-test-execution-time-allowance 30 "
        + "-retry-tests-on-failure -test-iterations 3 -only-testing:MoneyTests")
  }
}
