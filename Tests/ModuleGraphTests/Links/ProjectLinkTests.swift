import Base
import TestSupport
import Testing

@testable import Graph
@testable import Xcode

/// Files that targets of projects reach through symbolic links.
@Suite struct ProjectLinkTests {
  private static let tree = MemoryTree(
    paths: [
      "Common/a.swift", "Config/Base.xcconfig", "Config/Deep/CI.xctestplan",
      "Real/App.xcodeproj/project.pbxproj",
      "Lists/in.txt",
    ],
    links: [
      "App/Shared": "../Common", "App/Sources/Linked": "../../Common",
      "App/Base.xcconfig": "../Config/Base.xcconfig",
      "App/Config": "../Config", "App/App.xcodeproj": "../Real/App.xcodeproj",
      "App/Gone.xcconfig": "../Gone.xcconfig",
      "App/in.xcfilelist": "../Lists/in.txt",
    ])

  private func links() throws -> ProjectLinks {
    ProjectLinks(links: try LinkMap(of: Self.tree), packages: .empty)
  }

  @Test func filesOfXcodeHaveTheNamesThatLinksGiveThem() throws {
    let files = Self.tree.files { _, _ in true }.compactMap { file in
      XcodeFile(file.path).map { (file, $0) }
    }
    let names = try links().aliases(of: files.filter { $0.0.kind == .file }, in: Self.tree).map(\.0.path)
    #expect(
      Set(names) == [
        "App/Base.xcconfig", "App/Config/Base.xcconfig", "App/Config/Deep/CI.xctestplan", "App/in.xcfilelist",
      ])
  }

  @Test(arguments: [
    XcodeMembers(files: ["App/Shared/a.swift"]), XcodeMembers(inputs: ["App/Shared/a.swift"]),
    XcodeMembers(searched: ["App/Shared"]), XcodeMembers(files: ["App/Shared"]),
    XcodeMembers(folders: [SynchronisedFolder(folder: "App/Sources", isMember: true)]),
    XcodeMembers(folders: [
      SynchronisedFolder(folder: "App", isMember: false, paths: ["App/Shared/a.swift"])
    ]),
  ])
  func aTargetReadsFilesBehindLinks(members: XcodeMembers) throws {
    let followed = try links().followed(members)
    #expect(followed.places.contains { RelativePath("Common/a.swift").isInside($0) })
    #expect(!followed.covers("Config/Base.xcconfig"))
  }

  @Test func anExcludedLinkIsNotFollowed() throws {
    let folder = SynchronisedFolder(folder: "App/Sources", isMember: true, paths: ["App/Sources/Linked"])
    #expect(try !links().followed(XcodeMembers(folders: [folder])).covers("Common/a.swift"))
  }
}
