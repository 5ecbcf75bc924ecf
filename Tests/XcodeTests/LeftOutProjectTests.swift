import Base
import Testing

@testable import Xcode

/// Projects that people take out of the workspace.
@Suite struct LeftOutProjectTests {
  private typealias Sketch = LinkSketch

  /// `Shop` links what `Kit` makes, in a workspace with both and `Demo`.
  private var sketch: LinkSketch {
    var sketch = LinkSketch()
    sketch.project(
      "App/Shop.xcodeproj", [Sketch.target("Shop", uses: [.init(file: "Kit.framework", isEmbedded: false)])])
    sketch.project(
      "Kit/Kit.xcodeproj",
      [Sketch.target("Kit", .framework, needs: [.other(project: "Low/Low.xcodeproj", target: "Low")])])
    sketch.project("Low/Low.xcodeproj", [Sketch.target("Low", .framework)])
    sketch.project("Demo/Demo.xcodeproj", [Sketch.target("Demo")])
    sketch.workspace(
      "All.xcworkspace", "App/Shop.xcodeproj", "Kit/Kit.xcodeproj", "Low/Low.xcodeproj", "Demo/Demo.xcodeproj"
    )
    sketch.scheme(
      "All.xcworkspace/All.xcscheme", in: "All.xcworkspace", tests: [("Demo/Demo.xcodeproj", "Demo")])
    sketch.scheme(
      "Demo/Demo.xcodeproj/xcshareddata/xcschemes/Demo.xcscheme", in: "Demo/Demo.xcodeproj",
      tests: [("Gone.xcodeproj", "Gone")])
    return sketch
  }

  private func linked(_ wanted: RelativePath...) -> XcodeGraph {
    var sketch = sketch
    sketch.sources.leaveOutProjects { wanted.contains($0) }
    return sketch.graph
  }

  @Test func projectsThatWantedTargetsNeedStay() {
    #expect(linked("App/Shop.xcodeproj").modules.map(\.id.name) == ["Shop", "Kit", "Low"])
    #expect(linked("App/Shop.xcodeproj").edges(of: "Shop") == sketch.graph.edges(of: "Shop"))
    #expect(linked("Demo/Demo.xcodeproj").modules.map(\.id.name) == ["Demo"])
    #expect(linked().modules.isEmpty)
  }

  @Test func nothingIsSaidOfWhatIsLeftOut() {
    #expect(sketch.graph.messages("absent").count == 1)
    #expect(linked("App/Shop.xcodeproj").warnings == [])
    #expect(linked("Low/Low.xcodeproj").warnings == [])
  }
}
