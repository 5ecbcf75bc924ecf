import Base
import Testing

@testable import Xcode

/// Files of the repository beside the workspace, which may be a folder of it: `ios` with `../shared`.
@Suite struct LinkOutsideTests {
  private static func graph(
    _ target: XcodeTarget, _ extra: (inout LinkSketch) -> Void = { _ in }
  ) -> XcodeGraph {
    var sketch = LinkSketch()
    sketch.project("Shop.xcodeproj", [target], packages: ["../Packages/Cart"])
    extra(&sketch)
    return sketch.graph
  }

  @Test func filesAndFoldersBesideTheWorkspaceBelongToTargets() {
    let graph = Self.graph(
      LinkSketch.target(
        "Shop", set: ["INFOPLIST_FILE": ["$(SRCROOT)/../plists/Info.plist"]], files: ["../Shared/a.swift"],
        folders: [SynchronisedFolder(folder: "../Common", isMember: true, paths: ["../Common/Info.plist"])],
        scripts: [XcodeScript(name: "Run", text: "cd ../tools && ./gen.sh; ls ..")]))
    for path in [
      "../Shared/a.swift", "../Common/Deep/b.swift", "../COMMON/c.swift", "../plists/Info.plist",
      "../tools/gen.sh",
    ] {
      #expect(graph.readers(of: path) == ["Shop"], "\(path)")
    }
    for path in ["../Common/Info.plist", "../Other/a.swift", "Common/a.swift"] {
      #expect(graph.readers(of: path).isEmpty, "\(path)")
    }
  }

  @Test func folderOfAPackageOrProjectThatIsNotReadCountsAsAWhole() {
    let local = XcodePackageProduct(name: "Cart", origin: .local("../Packages/Cart"))
    let unnamed = XcodePackageProduct(name: "Cart", origin: .unnamed)
    for product in [local, unnamed] {
      let graph = Self.graph(LinkSketch.target("Shop", products: [product]))
      #expect(graph.readers(of: "../Packages/Cart/Sources/Cart/a.swift") == ["Shop"])
      #expect(graph.readers(of: "../Packages/Other/a.swift").isEmpty)
    }
    let graph = Self.graph(
      LinkSketch.target("Shop", needs: [.other(project: "../Kit/Kit.xcodeproj", target: "Kit")]))
    #expect(graph.readers(of: "../Kit/Sources/a.swift") == ["Shop"])
  }

  @Test func settingsBesideTheWorkspaceCountAsFiles() {
    let graph = Self.graph(LinkSketch.target("Shop", base: "Config/Shop.xcconfig")) { sketch in
      sketch.config("Config/Shop.xcconfig", "#include \"../../Config/Base.xcconfig\"")
    }
    #expect(graph.module("Shop")?.members.names("../Config/Base.xcconfig") == true)
    let based = Self.graph(LinkSketch.target("Shop", base: "../Config/Base.xcconfig"))
    #expect(based.module("Shop")?.members.names("../Config/Base.xcconfig") == true)
  }
}
