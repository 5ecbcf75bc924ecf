import Base
import Testing

@testable import Xcode

/// A target of `App/Shop.xcodeproj`, a file, and whether the target reads it.
struct MemberCase: Sendable, CustomTestStringConvertible {
  let name: String
  let target: XcodeTarget
  let read: [String]
  let unread: [String]

  init(_ name: String, _ target: XcodeTarget, reads read: [String], not unread: [String] = []) {
    self.name = name
    self.target = target
    self.read = read
    self.unread = unread
  }

  var testDescription: String { name }
}

@Suite struct LinkMemberTests {
  @Test(arguments: files + settings + scripts + snapshots)
  func pathsBelongToTargets(sample: MemberCase) {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [sample.target])
    sketch.package("App/Modules/Kits/Kit", [:])
    sketch.sources.fileLists["App/Inputs.xcfilelist"] = [
      "# comment", "", "$(SRCROOT)/Listed.txt", "Other/Data",
    ]
    let graph = sketch.graph
    for path in sample.read { #expect(graph.readers(of: path) == ["Shop"], "\(path) is read") }
    for path in sample.unread { #expect(graph.readers(of: path).isEmpty, "\(path) is not read") }
  }

  @Test func pluginsReadTheFolderOfTheProject() {
    var sketch = LinkSketch()
    let plugin = XcodePackageProduct(name: "Gen", origin: .remote("gen"), isPlugin: true)
    sketch.project(
      "App/Shop.xcodeproj", [LinkSketch.target("Shop", products: [plugin]), LinkSketch.target("Other")])
    let folders = sketch.graph.modules.map { Array($0.members.pluginFolders) }
    #expect(folders == [[], ["App"]])
  }

  /// Xcode finds each header of a project by its name, whoever has the folder that it lies in.
  @Test func sourcesOfTheCFamilyReadHeadersInTheSynchronisedFoldersOfOtherTargets() {
    var sketch = LinkSketch()
    let swift = LinkSketch.target("Swift", files: ["App/A.swift"])
    sketch.project(
      "App/Shop.xcodeproj",
      [Self.target(files: ["App/Shop/main.m"]), swift, LinkSketch.target("Kit", .framework)])
    sketch.sources.projects[0].headerFolders = ["App/Kit"]
    let graph = sketch.graph
    #expect(graph.readers(of: "App/Kit/Parts/Kit.h") == ["Shop"])
    #expect(graph.readers(of: "App/Kit/Parts/Kit.swift").isEmpty)
    #expect(graph.readers(of: "App/Other/Other.h").isEmpty)
  }

  @Test func sourcesOfAbsentProjectsBelongToTargetsThatLinkTheirProducts() {
    var sketch = LinkSketch()
    let target = { (name: String, file: String, isForeign: Bool) in
      LinkSketch.target(name, uses: [.init(file: file, isEmbedded: false, isForeign: isForeign)])
    }
    sketch.project(
      "App/Shop.xcodeproj",
      [
        target("Shop", "Pods_Shop.framework", true), target("System", "UIKit.framework", false),
        target("Kits", "Kit.framework", true), LinkSketch.target("Kit", .framework),
      ])
    sketch.project("Else.xcodeproj", [target("Else", "Cart.framework", true)])
    sketch.workspace("Shop.xcworkspace", "App/Shop.xcodeproj", "Modules/Cart/Cart.xcodeproj")
    sketch.sources.podspecs = ["Pods/Local/Local.podspec"]
    let graph = sketch.graph
    #expect(graph.readers(of: "Modules/Cart/project.yml") == ["Shop"])
    #expect(graph.readers(of: "Pods/Local/Sources/a.swift") == ["Shop", "Else"])
    #expect(graph.module("Shop")?.members.names("Pods/Local/Local.podspec") == true)
  }

  @Test func filesThatASchemeOrPlanMentionsBelongToItsBundles() {
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [Self.target(), LinkSketch.target("Tests", .unitTests)])
    sketch.plan("App/All.xctestplan", [("App/Shop.xcodeproj", "Tests")])
    sketch.scheme("A.xcscheme", in: "App/Shop.xcodeproj", plans: ["App/All.xctestplan"])
    sketch.sources.plans[0].mentions.files = ["App/Trip.gpx"]
    sketch.sources.schemes[0].mentions.texts = [
      "cd \"$SRCROOT\"; Scripts/prepare.sh", "\"$(PROJECT_NAME)Images/All\"",
    ]
    let graph = sketch.graph
    for path in ["App/Trip.gpx", "App/Scripts/prepare.sh", "App/ShopImages/All/a.png"] {
      #expect(graph.readers(of: path) == ["Tests"], "\(path)")
    }
    #expect(graph.readers(of: "App/other.txt").isEmpty)
  }

  @Test func aVariableBelowAGroupStandsForAFolderOrAWholePath() {
    var target = Self.target(set: ["BRAND": ["Red"], "MADE": ["$(SRCROOT)/Made"]])
    target.files = [.unknown("Art/$(BRAND)/a.png"), .unknown("Art/$(MADE)/b.png")]
    var sketch = LinkSketch()
    sketch.project("App/Shop.xcodeproj", [target])
    let graph = sketch.graph
    for path in ["App/Art/Red/a.png", "App/Made/b.png"] {
      #expect(graph.readers(of: path) == ["Shop"], "\(path)")
    }
    for path in ["App/Red/a.png", "App/Art/Made/b.png"] {
      #expect(graph.readers(of: path).isEmpty, "\(path)")
    }
  }

  private static func target(
    set settings: [String: [String]] = [:], files: [String] = [], _ folders: SynchronisedFolder...
  ) -> XcodeTarget {
    LinkSketch.target("Shop", set: settings, files: files, folders: folders)
  }

  private static func folder(
    _ folder: RelativePath, isMember: Bool = true, except paths: [RelativePath] = [],
    localised: [SynchronisedFolder.LocalisedFile] = []
  ) -> SynchronisedFolder {
    SynchronisedFolder(folder: folder, isMember: isMember, paths: CaselessPaths(paths), localised: localised)
  }

  static let files = [
    MemberCase(
      "a file", target(files: ["App/A.swift"]), reads: ["App/A.swift"],
      not: ["App/B.swift", "App", "A.swift"]),
    MemberCase(
      "an asset catalogue counts with all in it", target(files: ["App/Assets.xcassets"]),
      reads: ["App/Assets.xcassets/a.imageset/a.png", "App/Assets.xcassets"],
      not: ["App/Assets.xcassets2/a.png"]),
    MemberCase(
      "a data model counts with all its versions", target(files: ["App/Shop.xcdatamodeld"]),
      reads: ["App/Shop.xcdatamodeld/.xccurrentversion", "App/Shop.xcdatamodeld/2.xcdatamodel/contents"]),
    MemberCase(
      "a binary of Carthage", target(files: ["App/Carthage/Build/Log.xcframework"]),
      reads: ["App/Cartfile", "App/Cartfile.resolved"],
      not: ["Cartfile", "App/Carthage/Build/Net.xcframework"]),
    MemberCase(
      "a folder of Carthage", target(set: ["FRAMEWORK_SEARCH_PATHS": ["$(SRCROOT)/../Carthage/Build/iOS"]]),
      reads: ["Cartfile.resolved"], not: ["App/Cartfile.resolved", "Cartfile.private"]),
    MemberCase(
      "a file outside of the clone", target(files: ["../Other/A.swift"]), reads: [], not: ["Other/A.swift"]),
    MemberCase(
      "a synchronised folder", target(folder("App/Sources")),
      reads: ["App/Sources/A.swift", "App/Sources/New/B.swift"], not: ["App/SourcesB/A.swift", "App/A.swift"]),
    MemberCase(
      "exceptions of a member are excluded",
      target(folder("App/Sources", except: ["App/Sources/A.swift", "App/Sources/Mac"])),
      reads: ["App/Sources/B.swift", "App/Sources/AA.swift"],
      not: ["App/Sources/A.swift", "App/Sources/Mac/C.swift"]),
    MemberCase(
      "exceptions of a non-member are all it has",
      target(folder("App/Sources", isMember: false, except: ["App/Sources/A.swift", "App/Sources/Mac"])),
      reads: ["App/Sources/A.swift", "App/Sources/Mac/C.swift"], not: ["App/Sources/B.swift"]),
    MemberCase(
      "headers beside a file that is taken from the folder of another target",
      target(folder("App/Sources", isMember: false, except: ["App/Sources/Parser.m"])),
      reads: ["App/Sources/Parser.m", "App/Sources/Parser.h"], not: ["App/Sources/B.swift", "App/C.h"]),
    MemberCase(
      "a localised exception excludes each language",
      target(folder("App/Sources", localised: [.init(folder: "App/Sources", name: "Info.strings")])),
      reads: ["App/Sources/de.lproj/Main.strings", "App/Sources/Sub/de.lproj/Info.strings"],
      not: ["App/Sources/de.lproj/Info.strings", "App/Sources/en.lproj/Info.strings"]),
    MemberCase(
      "a localised exception includes each language",
      target(
        folder(
          "App/Sources", isMember: false, localised: [.init(folder: "App/Sources/L", name: "Info.strings")])),
      reads: ["App/Sources/L/de.lproj/Info.strings"],
      not: ["App/Sources/de.lproj/Info.strings", "App/Sources/L/de.lproj/Main.strings"]),
    MemberCase(
      "the same folder twice counts as both say",
      target(
        folder("App/Sources", except: ["App/Sources/A.swift"]),
        folder("App/Sources", isMember: false, except: ["App/Sources/A.swift"])),
      reads: ["App/Sources/A.swift", "App/Sources/B.swift"]),
    MemberCase(
      "an excluded Info.plist is an input",
      target(
        set: ["INFOPLIST_FILE": ["Sources/Info.plist"]],
        folder("App/Sources", except: ["App/Sources/Info.plist"])),
      reads: ["App/Sources/Info.plist"]),
    MemberCase(
      "a package in a synchronised folder is of its own", target(folder("App/Modules")),
      reads: ["App/Modules/A.swift", "App/Modules/Kits/B.swift"],
      not: ["App/Modules/Kits/Kit/Sources/Kit.swift"]),
    MemberCase(
      "a project in a synchronised folder is of its own", target(folder("App/Demo")),
      reads: ["App/Demo/A.swift"],
      not: ["App/Demo/Demo.xcodeproj/xcshareddata/xcschemes/a.plist"]),
    MemberCase("a synchronised root", target(folder(.root)), reads: ["A.swift", "App/B.swift"]),
  ]

  static let settings = [
    MemberCase("INFOPLIST_FILE", target(set: ["INFOPLIST_FILE": ["Info.plist"]]), reads: ["App/Info.plist"]),
    MemberCase(
      "a path with spaces", target(set: ["INFOPLIST_FILE": ["My Shop/Info.plist"]]),
      reads: ["App/My Shop/Info.plist"]),
    MemberCase(
      "a path in quotes", target(set: ["INFOPLIST_FILE": ["\"$(SRCROOT)/My Shop/Info.plist\""]]),
      reads: ["App/My Shop/Info.plist"]),
    MemberCase(
      "a variable without brackets",
      target(set: ["INFOPLIST_FILE": ["$PLISTS/Info.plist"], "PLISTS": ["$SRCROOT/Plists"]]),
      reads: ["App/Plists/Info.plist"]),
    MemberCase(
      "a path above the project", target(set: ["CODE_SIGN_ENTITLEMENTS": ["../Shared/a.entitlements"]]),
      reads: ["Shared/a.entitlements"]),
    MemberCase(
      "a path beside the workspace", target(set: ["INFOPLIST_FILE": ["../../x/Info.plist"]]),
      reads: ["../x/Info.plist"], not: ["x/Info.plist"]),
    MemberCase(
      "an absolute path", target(set: ["INFOPLIST_FILE": ["/etc/Info.plist"]]), reads: [],
      not: ["etc/Info.plist"]),
    MemberCase(
      "settings with conditions",
      target(set: [
        "CODE_SIGN_ENTITLEMENTS": ["a.entitlements"],
        "CODE_SIGN_ENTITLEMENTS[sdk=macosx*]": ["b.entitlements"],
      ]),
      reads: ["App/a.entitlements", "App/b.entitlements"]),
    MemberCase(
      "the names of the target and the project",
      target(set: ["INFOPLIST_FILE": ["${PROJECT_NAME}/$(TARGET_NAME)-$(PRODUCT_NAME)-Info.plist"]]),
      reads: ["App/Shop/Shop-Shop-Info.plist"]),
    MemberCase(
      "a variable within a variable",
      target(set: [
        "DIR_Debug": ["D"], "DIR_Release": ["R"], "INFOPLIST_FILE": ["$(DIR_$(CONFIGURATION))/Info.plist"],
      ]),
      reads: ["App/D/Info.plist", "App/R/Info.plist"]),
    MemberCase(
      "variables in a cycle end",
      target(set: ["A": ["$(B)"], "B": ["$(A)"], "INFOPLIST_FILE": ["$(A)x/Info.plist"]]),
      reads: ["App/x/Info.plist"]),
    MemberCase(
      "modifiers", target(set: ["INFOPLIST_FILE": ["$(TARGET_NAME:lower)/$(NONE:default=Some)/Info.plist"]]),
      reads: ["App/shop/Some/Info.plist"]),
    MemberCase(
      "the name of the platform", target(set: ["INFOPLIST_FILE": ["Info-$(PLATFORM_NAME).plist"]]),
      reads: ["App/Info-macosx.plist", "App/Info-iphonesimulator.plist"]),
    MemberCase(
      "a folder of the build", target(set: ["INFOPLIST_FILE": ["$(DERIVED_FILE_DIR)/Info.plist"]]), reads: [],
      not: ["App/Info.plist", "Info.plist"]),
    MemberCase(
      "an unknown variable counts the folder before it",
      target(set: ["INFOPLIST_FILE": ["Plists/$(FLAVOUR)/Info.plist"]]), reads: ["App/Plists/Beta/Info.plist"]
    ),
    MemberCase(
      "an unknown variable in the project's folder counts nothing",
      target(set: ["INFOPLIST_FILE": ["$(SRCROOT)/$(FLAVOUR)/Info.plist"]]), reads: [],
      not: ["App/Beta/Info.plist"]),
    MemberCase(
      "headers and other files",
      target(set: [
        "SWIFT_OBJC_BRIDGING_HEADER": ["Shop/Shop-Bridging-Header.h"], "GCC_PREFIX_HEADER": ["Prefix.pch"],
        "MODULEMAP_FILE": ["a.modulemap"], "EXPORTED_SYMBOLS_FILE": ["a.exp"], "ORDER_FILE": ["a.order"],
        "UNEXPORTED_SYMBOLS_FILE": ["b.exp"], "INFOPLIST_PREFIX_HEADER": ["Plist.h"],
      ]),
      reads: [
        "App/Shop/Shop-Bridging-Header.h", "App/Prefix.pch", "App/a.modulemap", "App/a.exp", "App/a.order",
        "App/b.exp", "App/Plist.h",
      ]),
    MemberCase(
      "a yes is no path", target(set: ["GENERATE_INFOPLIST_FILE": ["YES"]]), reads: [], not: ["App/YES"]),
    MemberCase(
      "development assets", target(set: ["DEVELOPMENT_ASSET_PATHS": ["\"Shop/Preview Content\" Extra"]]),
      reads: ["App/Shop/Preview Content/a.json", "App/Extra/b.swift"]),
    MemberCase(
      "search paths count headers and libraries",
      target(set: ["HEADER_SEARCH_PATHS": ["$(inherited)", "$(SRCROOT)/C/**", "\"$(SRCROOT)/My C\""]]),
      reads: ["App/C/x/a.h", "App/C/vector", "App/C/module.modulemap", "App/My C/a.hpp"],
      not: ["App/C/x/a.swift", "App/a.h"]),
    MemberCase(
      "the project's folder as a search path",
      target(set: [
        "USER_HEADER_SEARCH_PATHS": ["$(SRCROOT)/**"], "FRAMEWORK_SEARCH_PATHS": ["$(PROJECT_DIR)"],
      ]),
      reads: ["App/C/a.h", "App/Kit.framework/Kit"], not: ["App/A.swift", "App/README.md", "a.h"]),
    MemberCase(
      "run paths are no folders of the tree", target(set: ["LD_RUNPATH_SEARCH_PATHS": ["Frameworks"]]),
      reads: [],
      not: ["App/Frameworks/a.h"]),
    MemberCase(
      "flags",
      target(set: [
        "OTHER_SWIFT_FLAGS": [
          "-import-objc-header $(SRCROOT)/a.h -Xcc -fmodule-map-file=$(SRCROOT)/C/b.modulemap"
        ],
        "OTHER_LDFLAGS": ["-force_load", "$(SRCROOT)/libx.a", "-L$(SRCROOT)/lib"],
      ]),
      reads: ["App/a.h", "App/C/b.modulemap", "App/C/b.h", "App/libx.a", "App/lib/liby.a"]),
    MemberCase(
      "flags without a slash",
      target(set: [
        "OTHER_CFLAGS": ["-Iinc -I more -iquote$(SRCROOT)/quoted -include inc/pre.h"],
        "OTHER_LDFLAGS": [
          "-Llibs -Wl,-force_load,libx.a -sectcreate __TEXT __info_plist Tool.plist -order_file order",
          "-Xlinker -rpath -Xlinker @executable_path/Frameworks @link.resp",
        ],
        "OTHER_SWIFT_FLAGS": ["-load-plugin-executable $(SRCROOT)/Macros/Kit#Kit"],
      ]),
      reads: [
        "App/inc/a.h", "App/more/b.h", "App/quoted/c.h", "App/inc/pre.h", "App/libs/liby.a", "App/libx.a",
        "App/Tool.plist", "App/order", "App/link.resp", "App/Macros/Kit",
      ], not: ["App/executable_path/Frameworks", "App/__info_plist"]),
  ]

  static let snapshots = [
    MemberCase(
      "snapshots beside a test", LinkSketch.target("Shop", .unitTests, files: ["App/Tests/A/ATests.swift"]),
      reads: ["App/Tests/A/__Snapshots__/ATests/a.1.png"],
      not: ["App/Tests/B/__Snapshots__/b.png"]),
    MemberCase(
      "snapshots beside the folder of the tests",
      LinkSketch.target("Shop", .unitTests, files: ["App/Tests/Sources/ATests.swift"]),
      reads: ["App/Tests/__Snapshots__/ATests/a.1.png"]),
    MemberCase(
      "snapshots in a synchronised folder of a test",
      LinkSketch.target(
        "Shop", .uiTests, folders: [folder("App/Tests", except: ["App/Tests/A/__Snapshots__/ATests/a.png"])]),
      reads: ["App/Tests/A/__Snapshots__/ATests/a.png"]),
    MemberCase(
      "an app has no snapshots", target(files: ["App/A.swift"]), reads: [], not: ["App/__Snapshots__/a.png"]),
  ]
}

extension LinkMemberTests {
  @Test func listedFilesAreItsOwnAndInputsAreNot() throws {
    var sketch = LinkSketch()
    let target = LinkSketch.target(
      "Shop", set: ["INFOPLIST_FILE": ["Info.plist"]], files: ["App/A.swift"],
      folders: [SynchronisedFolder(folder: "App/S", isMember: true)])
    sketch.project("App/Shop.xcodeproj", [target])
    let members = try #require(sketch.graph.module("Shop")).members
    #expect(members.isOwn("App/A.swift") && members.isOwn("App/S/b.json"))
    #expect(!members.isOwn("App/Info.plist") && members.covers("App/Info.plist"))
  }

  @Test(arguments: [
    ("Lib", true), ("Lib/Sub", true), ("Lib/Sub/A.swift", true), ("Other", true), ("Plists", true),
    ("", true),
    ("App", false), ("Li", false),
  ])
  func submodulesReachTargetsWithPathsInThem(folder: String, isReached: Bool) {
    let members = XcodeMembers(
      files: ["Lib/Sub/A.swift"], folders: [SynchronisedFolder(folder: "Other/S", isMember: true)],
      inputs: ["Plists/Info.plist"])
    #expect(members.reach(into: RelativePath(folder)) == isReached)
  }
}
