import Base
import Testing

@testable import Xcode

@Suite struct XcodeSchemeTests {
  private static let place: RelativePath = "App/Shop.xcodeproj/xcshareddata/xcschemes/Shop Beta.xcscheme"

  private static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Scheme LastUpgradeVersion = "1600" version = "1.7">
       <BuildAction parallelizeBuildables = "YES" buildImplicitDependencies = "YES">
          <PreActions><ExecutionAction><ActionContent scriptText = "true"><EnvironmentBuildable>
             <BuildableReference BlueprintName = "Hidden" ReferencedContainer = "container:Shop.xcodeproj"/>
          </EnvironmentBuildable></ActionContent></ExecutionAction></PreActions>
          <BuildActionEntries>
             <BuildActionEntry buildForTesting = "YES">
                <BuildableReference BlueprintIdentifier = "0A" BlueprintName = "Shop" ReferencedContainer = "container:Shop.xcodeproj"/>
             </BuildActionEntry>
          </BuildActionEntries>
       </BuildAction>
       <TestAction buildConfiguration = "Debug">
          <TestPlans>
             <TestPlanReference reference = "container:../All.xctestplan"/>
             <TestPlanReference reference = "container:Plans/CI.xctestplan" default = "YES"/>
          </TestPlans>
          <Testables>
             <TestableReference skipped = "NO">
                <BuildableReference BlueprintName = "Unit Tests" ReferencedContainer = "container:Shop.xcodeproj"/>
                <SkippedTests><Test Identifier = "A/b()"/></SkippedTests>
             </TestableReference>
             <TestableReference skipped = "YES">
                <BuildableReference BlueprintName = "KitTests" ReferencedContainer = "container:../Packages/Kit"/>
             </TestableReference>
          </Testables>
       </TestAction>
       <LaunchAction><BuildableProductRunnable>
          <BuildableReference BlueprintName = "Other" ReferencedContainer = "container:Shop.xcodeproj"/>
       </BuildableProductRunnable></LaunchAction>
    </Scheme>
    """

  private func scheme(_ text: String = text, at file: RelativePath = place) throws -> XcodeScheme {
    try XcodeScheme(reading: Array(text.utf8), file: file)
  }

  @Test func filesThatASchemeMentionsAreRead() throws {
    let text = """
      <Scheme><TestAction>
        <PreActions><ExecutionAction><ActionContent scriptText = "a.sh &quot;b&quot;"/></ExecutionAction></PreActions>
        <EnvironmentVariables>
          <EnvironmentVariable key = "FB_REFERENCE_IMAGE_DIR" value = "$(SRCROOT)/My Images" isEnabled = "YES"/>
          <EnvironmentVariable key = "OFF" value = "off" isEnabled = "NO"/>
        </EnvironmentVariables>
        <LocationScenarioReference identifier = "../../../Trip.gpx" referenceType = "0"/>
        <LocationScenarioReference identifier = "London, England" referenceType = "1"/>
      </TestAction></Scheme>
      """
    let mentions = try scheme(text).mentions
    #expect(
      mentions.texts == ["a.sh \"b\"", "\"$(SRCROOT)/My Images\"", "\"$(SRCROOT)/My Images_64\""])
    #expect(mentions.files == ["App/Trip.gpx", "Trip.gpx"])
  }

  @Test func targetsPlansAndBundlesAreRead() throws {
    let scheme = try scheme()
    let project: RelativePath = "App/Shop.xcodeproj"
    #expect(scheme.name == "Shop Beta")
    #expect(scheme.container == project)
    #expect(scheme.builds == [XcodeTargetReference(container: project, name: "Shop")])
    #expect(
      scheme.testables == [
        .init(target: XcodeTargetReference(container: project, name: "Unit Tests")),
        .init(
          target: XcodeTargetReference(container: "Packages/Kit", name: "KitTests"), isSkipped: true),
      ])
    #expect(scheme.plans == ["App/Plans/CI.xctestplan", "All.xctestplan"])
    #expect(!scheme.makesPlan)
    let automatic = Self.text.replacing(
      "<TestAction ", with: "<TestAction shouldAutocreateTestPlan = \"YES\" ")
    #expect(try self.scheme(automatic).makesPlan)
  }

  @Test func aBundleMayBeNamedByItsProductAlone() throws {
    let text = Self.text.replacing(
      "BlueprintName = \"Unit Tests\"",
      with: "BlueprintIdentifier = \"0C\" BuildableName = \"Unit Tests.xctest\"")
    #expect(try scheme(text).testables == scheme().testables)
  }

  @Test(
    arguments: [
      ("A/X.xcodeproj/xcshareddata/xcschemes/N.xcscheme", "A/X.xcodeproj", "A/P"),
      ("A/X.xcodeproj/xcuserdata/me.xcuserdatad/xcschemes/N.xcscheme", "A/X.xcodeproj", "A/P"),
      ("A/X.xcodeproj/project.xcworkspace/xcshareddata/xcschemes/N.xcscheme", "A/X.xcodeproj", "A/P"),
      ("W.xcworkspace/xcshareddata/xcschemes/N.xcscheme", "W.xcworkspace", "P"),
      ("A/.swiftpm/xcode/xcshareddata/xcschemes/N.xcscheme", "A", "A/P"),
      (".swiftpm/xcode/xcshareddata/xcschemes/N.xcscheme", "", "P"),
      ("A/.swiftpm/xcode/package.xcworkspace/xcshareddata/xcschemes/N.xcscheme", "A", "A/P"),
      ("A/Templates/N.xcscheme", "A/Templates", "A/Templates/P"),
    ] as [(RelativePath, RelativePath, RelativePath)])
  func containersComeFromThePlaceOfTheFile(file: RelativePath, container: RelativePath, package: RelativePath)
    throws
  {
    let text = Self.text.replacing("container:../Packages/Kit", with: "container:P")
    let scheme = try scheme(text, at: file)
    #expect(scheme.container == container)
    #expect(scheme.testables.last?.target.container == package)
    let alone = try self.scheme(text.replacing("container:P\"", with: "container:\""), at: file)
    #expect(alone.testables.last?.target.container == package.parent)
  }

  @Test(
    arguments: [
      ("BlueprintIdentifier = \"0A\"", "BlueprintIdentifier = \"0B\"", true),
      ("LastUpgradeVersion = \"1600\"", "LastUpgradeVersion = \"2600\"", true),
      ("\n", "\r\n\t", true),
      ("A/b()", "A/c()", false),
      ("skipped = \"YES\"", "skipped = \"NO\"", false),
      ("buildConfiguration = \"Debug\"", "buildConfiguration = \"Release\"", false),
      ("scriptText = \"true\"", "scriptText = \"false\"", false),
      ("buildImplicitDependencies = \"YES\"", "buildImplicitDependencies = \"NO\"", false),
    ])
  func definitionsCountAllButIds(from: String, to: String, isEqual: Bool) throws {
    try #require(Self.text.contains(from))
    let edited = try scheme(Self.text.replacing(from, with: to))
    #expect((try scheme().definition == edited.definition) == isEqual)
  }

  @Test(
    arguments: [
      ("<Workspace/>", "the root element is <Workspace>, not <Scheme>", 1),
      ("<Scheme>\n<A>", "the element <A> is never closed", 2),
      ("", "the document has no element", 1),
      ("<Scheme>\n<<<<<<< HEAD\n", "the file has an unresolved Git conflict", 2),
    ])
  func damageIsNamed(text: String, message: String, line: Int) {
    #expect(throws: XcodeProblem(message, in: Self.place, line: line)) { try scheme(text) }
  }
}

@Suite struct XcodeWorkspaceTests {
  private static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Workspace version = "1.0">
       <FileRef location = "group:Shop/Shop.xcodeproj"></FileRef>
       <FileRef location = "self:"></FileRef>
       <Group location = "group:Packages" name = "Packages">
          <FileRef location = "group:Kit"></FileRef>
          <Group name = "More"><FileRef location = "group:../Core"/></Group>
          <Group location = "container:" name = "Top"><FileRef location = "group:Tool"/></Group>
          <FileRef location = "container:Other"/>
       </Group>
       <FileRef location = "absolute:/opt/Kit"/>
       <FileRef location = "developer:Kit"/>
       <FileRef location = "odd"/>
    </Workspace>
    """

  @Test(
    arguments: [
      ("A/W.xcworkspace", "A/W.xcworkspace", "A/"),
      ("A/X.xcodeproj/project.xcworkspace", "A/X.xcodeproj", "A/"),
      ("A/.swiftpm/xcode/package.xcworkspace", "A", "A/"),
      ("W.xcworkspace", "W.xcworkspace", ""),
    ] as [(RelativePath, RelativePath, String)])
  func referencesCountFromTheFolderOfTheContainer(
    container: RelativePath, own: RelativePath, prefix: String
  ) throws {
    let workspace = try XcodeWorkspace(reading: Array(Self.text.utf8), container: container)
    let inTree = ["Shop/Shop.xcodeproj", "Packages/Kit", "Core", "Tool", "Other"]
    var expected = inTree.map { XcodePath.inTree(RelativePath(prefix + $0)) }
    expected.insert(.inTree(own), at: 1)
    expected += [.absolute("/opt/Kit"), .built("Kit"), .unknown("odd")]
    #expect(workspace.references == expected)
  }

  @Test func damageIsNamed() {
    let problem = XcodeProblem(
      "the element <Group> is never closed", in: "W.xcworkspace/contents.xcworkspacedata", line: 2)
    #expect(throws: problem) {
      try XcodeWorkspace(reading: Array("<Workspace>\n<Group>".utf8), container: "W.xcworkspace")
    }
  }
}
