import Base
import Graph
import RunnerSupport
import Testing

@testable import Runner
@testable import SwiftSources

/// Which packages may be built together, as a matter of values; `TogetherTests` holds it against SwiftPM.
@Suite struct PartitionTests {
  /// A package with one module of its name and its tests.
  private static func package(
    _ folder: RelativePath, needs: [PackageSketch.Dependency] = [], traits: [TraitDescription] = [],
    modules: [String]? = nil, name: String? = nil, products: [String] = [], pins: String? = nil,
    mirrors: String? = nil, undeclared: Bool = false, relativeFlags: Bool = false, links: [String] = [],
    dynamic: [String] = [], archives: [String] = [], asks: [String] = [],
    needsModules: [ModuleID] = [], elsewhere: [ModuleID] = [], isProgram: Bool = false,
    outside: RelativePath? = nil
  ) -> PackageSketch {
    let own = String(decoding: folder.lastComponent, as: UTF8.self)
    let names = modules ?? ["\(folder)", "\(folder)Tests"]
    var sketch = PackageSketch(
      folder: folder, name: name ?? "\(folder)", identity: own.lowercased(),
      modules: names.map { module in
        ModuleSketch(
          id: ModuleID(package: folder, name: module),
          kind: module.hasSuffix("Tests") ? .test : isProgram ? .executable : .regular,
          hasUndeclaredImports: undeclared && !module.hasSuffix("Tests"),
          hasRelativeFlags: relativeFlags && !module.hasSuffix("Tests"))
      },
      products: products, dependencies: needs, traits: traits,
      pins: pins)
    sketch.mirrors = mirrors
    sketch.modules[0].linked = links
    sketch.modules[0].asks = asks
    sketch.modules[0].placeOutside = outside
    sketch.modules[0].needs = needsModules
    sketch.modules[0].needsElsewhere = elsewhere
    let target = sketch.modules[0].id.name
    sketch.products += dynamic.map {
      ProductDescription(name: $0, kind: .library(.dynamic), targets: [target])
    }
    sketch.products += archives.map {
      ProductDescription(name: $0, kind: .library(.static), targets: [target])
    }
    return sketch
  }

  private static func on(_ folder: RelativePath, _ traits: String...) -> PackageSketch.Dependency {
    .init(.workspace(folder), traits: traits.map { PackageDependency.Trait(name: $0) })
  }

  private static func id(_ name: String) -> ModuleID { ModuleID(package: RelativePath(name), name: name) }

  private static let rem = PackageSketch.Dependency(.remote("rem"))

  private static func pin(_ version: String, of identity: String = "rem") -> String {
    """
    {"pins": [{"identity": "\(identity)", "kind": "remoteSourceControl", "location": "https://x/\(identity)",
      "state": {"revision": "\(version)", "version": "\(version)"}}], "version": 2}
    """
  }

  private static func pins(_ identities: String...) -> String {
    let pins = identities.map { identity in
      #"{"identity": "\#(identity)", "kind": "remoteSourceControl", "location": "https://x", "state": {"version": "1"}}"#
    }
    return #"{"pins": [\#(pins.joined(separator: ", "))], "version": 2}"#
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var packages: [PackageSketch]
    /// Group numbers in the order of the folders; -1 stands alone.
    var groups: [Int]
  }

  static let cases: [Case] = [
    Case(
      testDescription: "nothing in the way",
      packages: [package("A", needs: [on("B", "default")]), package("B"), package("C")], groups: [0, 0, 0]),
    Case(
      testDescription: "equal identities",
      packages: [package("A/Utils"), package("B/Utils"), package("C")], groups: [0, 1, 0]),
    Case(
      testDescription: "equal identities further down",
      packages: [package("A", needs: [on("X/Utils", "default")]), package("X/Utils"), package("Y/utils")],
      groups: [0, 0, 1]),
    Case(
      testDescription: "equal target names",
      packages: [package("A", modules: ["Same"]), package("B", modules: ["Same"]), package("C")],
      groups: [0, 1, 0]),
    Case(
      testDescription: "equal names of packages",
      packages: [package("A", name: "P"), package("B", name: "P")], groups: [0, 1]),
    Case(
      testDescription: "equal names of products",
      packages: [package("A", products: ["tool"]), package("B", products: ["tool"])], groups: [0, 1]),
    Case(
      testDescription: "a trait that one root enables",
      packages: [
        package("A", needs: [on("S", "loud")]), package("B", needs: [on("S", "default")]), package("C"),
        package("S", traits: [TraitDescription(name: "loud")]),
      ], groups: [0, 1, 0, 1]),
    Case(
      testDescription: "a trait that is on for everyone",
      packages: [
        package("A", needs: [on("S", "loud", "default")]), package("B", needs: [on("S", "default")]),
        package(
          "S",
          traits: [
            TraitDescription(name: "default", enabledTraits: ["loud"]), TraitDescription(name: "loud"),
          ]),
      ], groups: [0, 0, 0]),
    Case(
      testDescription: "a trait that is passed on",
      packages: [
        package("A", needs: [on("M", "more")]),
        package(
          "M",
          needs: [
            .init(
              .workspace("S"), traits: [.init(name: "default"), .init(name: "loud", condition: ["more"])])
          ], traits: [TraitDescription(name: "more")]),
        package("S", traits: [TraitDescription(name: "loud")]),
      ], groups: [0, 1, 1]),
    Case(
      testDescription: "equal pins",
      packages: [
        package("A", needs: [rem], pins: pin("1.0.0")), package("B", needs: [rem], pins: pin("1.0.0")),
      ],
      groups: [0, 0]),
    Case(
      testDescription: "conflicting pins",
      packages: [
        package("A", needs: [rem], pins: pin("1.0.0")), package("B", needs: [rem], pins: pin("1.1.0")),
      ],
      groups: [0, 1]),
    Case(
      testDescription: "a package by the name of one that an external package needs",
      packages: [
        package("A", needs: [rem], pins: pins("rem", "deep")), package("B", needs: [on("deep", "default")]),
        package("C"), package("deep"),
        package("E", needs: [rem, on("deep", "default")], pins: pins("rem", "deep")),
      ],
      groups: [0, 1, 0, 1, 1]),
    Case(
      testDescription: "no pins, and pins for something else",
      packages: [
        package("A", needs: [rem]), package("B", needs: [rem], pins: pin("1.0.0", of: "other")), package("C"),
      ], groups: [-1, -1, 0]),
    Case(
      testDescription: "no pins, and no other package either", packages: [package("A", needs: [rem])],
      groups: [0]),
    Case(
      testDescription: "pins of what is not needed",
      packages: [package("A", pins: pin("1.0.0")), package("B", needs: [rem], pins: pin("1.1.0"))],
      groups: [0, 0]),
    Case(
      testDescription: "a lockfile that SwiftPM refuses, and one of version 1",
      packages: [
        package("A", pins: "<<<<<<<"), package("B", pins: #"{"object": {"pins": []}, "version": 1}"#),
        package("C", needs: [on("A", "default")]), package("D", pins: #"{"pins": [], "version": 99}"#),
      ],
      groups: [-1, 0, 0, -1]),
    Case(
      testDescription: "mirrors, which count in the root of a build alone",
      packages: [
        package("A", mirrors: "{}"), package("B"), package("C", needs: [on("A", "default")]),
      ], groups: [-1, 0, 0]),
    Case(
      testDescription: "what needs a package from outside through another alone has pins of its own",
      packages: [
        package("A", needs: [on("B", "default")], pins: pin("1.0.0")),
        package("B", needs: [rem], pins: pin("1.0.0")),
        package("C", needs: [on("B", "default")]),
      ], groups: [0, 0, -1]),
    Case(
      testDescription: "a root that shadows a remote dependency",
      packages: [package("A", needs: [rem], pins: pin("1.0.0")), package("B"), package("Forks/rem")],
      groups: [0, 0, 1]),
    Case(
      testDescription: "different traits of a remote package",
      packages: [
        package("A", needs: [.init(.remote("rem"), traits: [.init(name: "x")])], pins: pin("1.0.0")),
        package("B", needs: [rem], pins: pin("1.0.0")),
      ], groups: [0, 1]),
    Case(
      testDescription: "an undeclared import, and what is made of it",
      packages: [
        package("A", needs: [on("B", "default")]), package("B", undeclared: true), package("C"),
      ], groups: [-1, -1, 0]),
    Case(
      testDescription: "a flag that means another folder for each root, and what is made of it",
      packages: [
        package("A", needs: [on("B", "default")]), package("B", relativeFlags: true), package("C"),
      ], groups: [-1, -1, 0]),
    Case(
      testDescription: "a library by the name of a package's that it does not need, and what is made of it",
      packages: [
        package("A", links: ["Plug"]), package("B", dynamic: ["Plug"]),
        package("C", needs: [on("A", "default")]),
        package("D", needs: [on("B", "default")], links: ["Plug"]), package("E", links: ["z"]),
      ], groups: [-1, 0, -1, 0, 0]),
    Case(
      testDescription: "an archive by the name of a package's that it does not need",
      packages: [package("A", links: ["Plug"]), package("B", archives: ["Plug"])], groups: [-1, 0]),
    Case(
      testDescription: "equal names as compilers know them",
      packages: [package("A", modules: ["My-Lib"]), package("B", modules: ["My_Lib"])], groups: [0, 1]),
    Case(
      testDescription: "an executable that SwiftPM names, and a product of that name",
      packages: [package("A", modules: ["Tool"], isProgram: true), package("B", products: ["Tool"])],
      groups: [0, 1]),
    Case(
      testDescription: "equal names of resource bundles",
      packages: [package("A", modules: ["B_C"]), package("A_B", modules: ["C"])], groups: [0, 1]),
    Case(
      testDescription: "a module that is asked for, and needed on another platform alone",
      packages: [
        package("A", needs: [on("B", "default")], asks: ["B"], elsewhere: [id("B")]), package("B"),
        package("C", needs: [on("A", "default")], needsModules: [id("A")]),
        package("D", needs: [on("B", "default")], needsModules: [id("B")]), package("E"),
      ], groups: [0, 1, 0, 1, 0]),
    Case(
      testDescription: "a module that is asked for, and needed here",
      packages: [
        package("A", needs: [on("B", "default")], asks: ["B"], needsModules: [id("B")]), package("B"),
      ], groups: [0, 0]),
    Case(
      testDescription: "a module that is asked for behind one for another platform",
      packages: [
        package("A", needs: [on("B", "default")], asks: ["C"], elsewhere: [id("B")]),
        package("B", needs: [on("C", "default")], needsModules: [id("C")]), package("C"),
      ], groups: [0, 1, 1]),
    Case(
      testDescription: "modules that are asked for, and are no workspace's",
      packages: [package("A", asks: ["UIKit", "A"]), package("B")], groups: [0, 0]),
    Case(
      testDescription: "a dependency that is not known",
      packages: [package("A", needs: [.init(.unknown)]), package("B")], groups: [-1, 0]),
    Case(
      testDescription: "a dependency behind a link, which SwiftPM takes for a package of another place",
      packages: [package("A", needs: [.init(.linked("B"))]), package("B"), package("C")], groups: [-1, 0, 0]),
    Case(
      testDescription: "sources behind a link out of the repository, built from nothing each time",
      packages: [package("A", needs: [on("B", "default")]), package("B", outside: "../x"), package("C")],
      groups: [-1, -1, 0]),
    Case(
      testDescription: "two of one identity below one root",
      packages: [
        package("A", needs: [on("X/U", "default"), on("Y/U", "default")]), package("X/U"), package("Y/U"),
      ], groups: [-1, 0, 1]),
    Case(
      testDescription: "a cycle of packages ends",
      packages: [package("A", needs: [on("B", "default")]), package("B", needs: [on("A", "default")])],
      groups: [0, 0]),
  ]

  @Test(arguments: cases) func groups(_ test: Case) {
    let workspace = RunWorkspace(test.packages)
    let partition = BuildPartition(workspace, for: RunSettings(layout: .linux))
    let groups = workspace.packages.map { package -> Int in
      if case .shared(let number) = partition.places[package] { number } else { -1 }
    }
    #expect(groups == test.groups)
  }

  @Test func aPackageKeepsItsScratchFolderWhateverElseIsBuilt() {
    let packages = [
      Self.package("A/Utils"), Self.package("B/Utils"), Self.package("C", undeclared: true),
      Self.package("D"),
    ]
    let ids = packages.map { ModuleID(package: $0.folder, name: "\($0.folder)Tests") }
    func scratches(_ affected: [ModuleID]) -> [String] {
      FixturePlan.make(.test, affected: Set(affected), in: RunWorkspace(packages), scratchRoot: "/s").packages
        .map {
          $0.scratchFolder
        }
    }
    let all = ["/s/main", "/s/main-2", "/s/only-C", "/s/main"]
    #expect(scratches(ids) == all)
    for (id, scratch) in zip(ids, all) { #expect(scratches([id]) == [scratch]) }
  }

  @Test func aPlanKnowsWhichPackagesLackPins() throws {
    let packages = [
      Self.package("A", needs: [Self.rem]), Self.package("B", needs: [Self.rem], pins: Self.pin("1.0.0")),
      Self.package("C", needs: [Self.rem], pins: Self.pin("1.0.0", of: "other")), Self.package("D"),
    ]
    let ids = packages.map { ModuleID(package: $0.folder, name: "\($0.folder)Tests") }
    let plan = FixturePlan.make(
      .test, affected: Set(ids), in: RunWorkspace(packages), scratchRoot: "/s"
    ).plan
    let unpinned = try #require(UnpinnedGroups(in: plan))
    #expect(unpinned.groups.map(\.name) == ["only-A", "only-C"])
    #expect(unpinned.warning.message.hasPrefix("the lockfile of //A and 1 more lacks pins"))
    let command = unpinned.groups.first.flatMap(\.packages.first).map(plan.swift.resolve)
    #expect(command?.arguments.contains("/s/only-A") == true && command?.arguments.last == "resolve")
    let pinned = FixturePlan.make(
      .test, affected: [ids[1], ids[3]], in: RunWorkspace(packages), scratchRoot: "/s")
    #expect(UnpinnedGroups(in: pinned.plan) == nil)
  }

  @Test func aScratchFolderKeepsWhatItsPackagesNeed() {
    let packages = [
      Self.package("A"), Self.package("B", needs: [Self.on("A", "default")], undeclared: true),
      Self.package("C", undeclared: true),
    ]
    let ids = packages.map { ModuleID(package: $0.folder, name: "\($0.folder)Tests") }
    let groups = FixturePlan.make(.test, affected: Set(ids), in: RunWorkspace(packages), scratchRoot: "/s")
      .groups
    #expect(groups.map(\.name) == ["main", "only-B", "only-C"])
    #expect(
      groups.map { $0.kept.targets.sorted() } == [
        ["A", "ATests"], ["A", "ATests", "B", "BTests"], ["C", "CTests"],
      ])
  }

  @Test func pinsAreWrittenAsTheyWereRead() throws {
    let one = try #require(ResolvedPins(parsing: Array(Self.pin("1.0.0").utf8)))
    var both = one
    #expect(both.merge(try #require(ResolvedPins(parsing: Array(Self.pin("2.0.0", of: "other").utf8)))))
    #expect(ResolvedPins(parsing: Array(both.text.utf8)) == both)
    #expect(!both.merge(try #require(ResolvedPins(parsing: Array(Self.pin("1.1.0").utf8)))))
    #expect(both.holds("rem") && both.holds("other") && !both.holds("third"))
    #expect(ResolvedPins(parsing: Array(#"{"object": {"pins": []}, "version": 1}"#.utf8)) == nil)
  }

  @Test func theRootsAreWrittenAsXML() {
    let text = MultirootFile.contents(["/w/A & B", "/w/<\"C\">\n"])
    #expect(text.contains(#"location="absolute:/w/A &amp; B""#))
    #expect(text.contains(#"location="absolute:/w/&lt;&quot;C&quot;>&#10;""#))
  }
}
