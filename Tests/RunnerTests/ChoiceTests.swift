import Base
import Graph
import RunnerSupport
import SwiftSources
import Testing

@testable import Runner

/// What of a selection is run, and with which words.
@Suite struct ChoiceTests {
  private static func module(
    _ name: String, _ kind: TargetDescription.Kind, needs: [String] = [], runs: [String] = [],
    excuse: String? = nil
  ) -> ModuleSketch {
    ModuleSketch(id: id(name), kind: kind, needs: needs.map(id), runs: runs.map(id), excuse: excuse)
  }

  private static func id(_ name: String) -> ModuleID {
    ModuleID(package: RelativePath(String(name.prefix(1))), name: name)
  }

  private static func package(_ folder: RelativePath, _ modules: ModuleSketch...) -> PackageSketch {
    PackageSketch(folder: folder, name: "\(folder)", modules: modules)
  }

  private static let packages = [
    package(
      "A", module("A", .regular), module("ATests", .test, needs: ["A"]), module("AMore", .test, needs: ["A"])),
    package("B", module("B", .regular, needs: ["A"]), module("BTests", .test, needs: ["B"])),
  ]

  private func plan(
    _ action: RunPlan.Action = .test, affected: [String], tests: [String]? = nil, builds: [String] = [],
    _ packages: [PackageSketch] = packages
  ) -> FixturePlan {
    FixturePlan.make(
      action, affected: Set(affected.map(Self.id)), tests: tests.map { Set($0.map(Self.id)) },
      builds: Set(builds.map(Self.id)), in: RunWorkspace(packages), scratchRoot: "/s")
  }

  @Test func onlyWhatIsToBeRunIsBuilt() {
    let all = ["A", "ATests", "AMore", "B", "BTests"]
    #expect(
      plan(affected: all).packages.map(\.tests) == [["AMore", "ATests"].map(Self.id), [Self.id("BTests")]])
    #expect(plan(affected: all, tests: ["BTests"]).packages.map(\.folder) == ["B"])
    #expect(plan(affected: all, tests: ["AMore"]).packages.map(\.tests) == [[Self.id("AMore")]])
    #expect(plan(affected: all, tests: []).groups.isEmpty)
    #expect(plan(affected: ["B"], tests: ["BTests"]).groups.isEmpty)
  }

  private func shown(_ plan: FixturePlan) -> [String] {
    plan.commands.builds.flatMap { $0 }
      .map { $0.arguments.dropFirst(14).joined(separator: " ") }
  }

  /// A run of tests answers for what has no tests as well.
  @Test func whatIsAffectedIsBuiltWithoutTestsToo() {
    let packages =
      Self.packages + [
        Self.package("C", Self.module("C", .executable, needs: ["A"]), Self.module("CPlugin", .plugin))
      ]
    let alone = plan(affected: ["C", "CPlugin"], tests: [], builds: ["C"], packages)
    #expect(shown(alone) == ["--package-path /w/C"])
    #expect(alone.packages.map { $0.modules.map(\.id.name) } == [["C"]])
    let all = ["A", "ATests", "AMore", "B", "BTests", "C", "CPlugin"]
    let together = plan(affected: all, tests: ["BTests"], builds: ["A", "C"], packages)
    #expect(together.packages.map(\.folder) == ["A", "B", "C"])
    #expect(together.packages.map { $0.tests.count } == [0, 1, 0])
    #expect(shown(together) == ["--multiroot-data-file /s/main/ambit.xcworkspace --build-tests"])
    let untested = plan(affected: all, tests: [], builds: ["A", "C"], packages)
    #expect(shown(untested) == ["--multiroot-data-file /s/main/ambit.xcworkspace"])
    #expect(plan(affected: all, tests: [], builds: [], packages).groups.isEmpty, "all of it was recorded")
  }

  @Test func ofWhatHasNoTestsThisMachineBuildsWhatItCan() {
    let packages = [
      Self.package(
        "A", Self.module("A", .regular), Self.module("AUI", .regular, excuse: "is for macos")),
      Self.package("B", Self.module("B", .regular, excuse: "is for macos")),
    ]
    let all = ["A", "AUI", "B"]
    let test = plan(affected: all, tests: [], builds: all, packages)
    #expect(shown(test) == ["--package-path /w/A --target A"])
    #expect(test.excused.isEmpty && test.excusedPackages == ["B": "//B:B is for macos"])
    let report = RunReport(excused: test.plan)
    #expect(report.modules.isEmpty, "these are the tests and nothing else")
    #expect(report.packages.map(\.isSuccess) == [true])
  }

  /// `dependsOn`: of the test itself, of what it is made of, and of a tool that runs another.
  @Test func whatTestsRunIsBuiltWithThem() {
    func packages(excuse: String? = nil) -> [PackageSketch] {
      [
        Self.package(
          "A", Self.module("A", .regular, runs: ["T"]), Self.module("ATests", .test, needs: ["A"]),
          Self.module("AMore", .test)),
        Self.package("T", Self.module("T", .executable, runs: ["U"]), Self.module("TTests", .test)),
        Self.package("U", Self.module("U", .executable, excuse: excuse)),
        Self.package("V", Self.module("V", .executable)),
      ]
    }
    let test = plan(affected: ["ATests", "AMore"], packages())
    #expect(test.packages.map(\.folder) == ["A", "T", "U"])
    #expect(test.packages[0].tools == [Self.id("ATests"): [Self.id("T"), Self.id("U")]])
    #expect(test.packages.map { $0.tests.count } == [2, 0, 0])
    #expect(
      plan(affected: ["ATests", "AMore"], tests: ["AMore"], packages()).packages.map(\.folder) == ["A"])
    let excused = plan(affected: ["ATests", "AMore"], packages(excuse: "is for macos"))
    #expect(excused.excused == [ExcusedModule(id: Self.id("ATests"), reason: "//U:U is for macos")])
    #expect(excused.packages.first?.tests == [Self.id("AMore")])
  }

  @Test func testsSeeTheDynamicLibrariesOfTheirPackageAlone() {
    var own = Self.package("A", Self.module("A", .regular), Self.module("ATests", .test))
    own.products = [ProductDescription(name: "Own", kind: .library(.dynamic), targets: ["A"])]
    var other = Self.package("B", Self.module("B", .regular), Self.module("BTests", .test))
    other.products = [ProductDescription(name: "Other", kind: .library(.dynamic), targets: ["B"])]
    let both = plan(affected: ["ATests", "BTests"], [own, other])
    #expect(both.packages[0].tools == [Self.id("ATests"): [Self.id("A")]])
    #expect(both.packages.map(\.ownTools) == [["Own"], ["Other"]])
    #expect(
      both.packages.map(\.hidden) == [[HostPlatform.libraryFile("Other")], [HostPlatform.libraryFile("Own")]])
  }

  /// The program that a test starts loads it.
  @Test func librariesOfStartedProgramsAreNotHidden() {
    let program = Self.package(
      "A", Self.module("ATool", .executable, needs: ["B"]), Self.module("ATests", .test))
    var library = Self.package("B", Self.module("B", .regular))
    library.products = [ProductDescription(name: "Loaded", kind: .library(.dynamic), targets: ["B"])]
    let started = plan(affected: ["ATests"], [program, library])
    #expect(started.packages.first { $0.folder == "A" }?.hidden == [])
  }

  /// `swift test` puts them beside the tests, whether a manifest says that they are needed or not.
  @Test func testsMayStartTheExecutablesOfTheirPackage() {
    func packages(excuse: String? = nil) -> [PackageSketch] {
      [
        Self.package(
          "A", Self.module("A", .regular), Self.module("ATool", .executable, runs: ["C"], excuse: excuse),
          Self.module("ATests", .test, needs: ["A"])),
        Self.package("B", Self.module("B", .executable), Self.module("BTests", .test)),
        Self.package("C", Self.module("C", .executable)),
      ]
    }
    let both = plan(affected: ["ATests", "BTests"], packages())
    #expect(both.packages.map(\.folder) == ["A", "B", "C"])
    #expect(both.packages[0].tools == [Self.id("ATests"): [Self.id("ATool"), Self.id("C")]])
    #expect(both.packages.map(\.ownTools) == [["ATool"], ["B"], []])
    #expect(both.packages.map(\.hidden) == [["B"], ["ATool", "C"], []])
    #expect(both.packages[0].neededByTests.map(\.id.name) == ["ATests", "ATool"])
    // Where this machine cannot build one, the tests run without it.
    let excused = plan(affected: ["ATests"], packages(excuse: "is for macos"))
    #expect(excused.excused.isEmpty && excused.packages.map(\.folder) == ["A"])
    #expect(excused.packages.map(\.hidden) == [["ATool"]])
    #expect(shown(excused) == ["--package-path /w/A --product APackageTests"])
  }

  /// An executable that is not asked for by name is not linked.
  @Test func executablesAreBuiltWithTestsAlone() {
    let packages = [
      Self.package(
        "A", Self.module("AUI", .regular, excuse: "is for macos"), Self.module("ATool", .executable),
        Self.module("ATests", .test))
    ]
    #expect(
      shown(plan(affected: ["ATests"], packages)) == [
        "--package-path /w/A --product APackageTests", "--package-path /w/A --product ATool",
      ])
  }

  @Test func whatThisMachineCannotBuildIsExcused() {
    let mac = "is for macos"
    let packages = [
      Self.package(
        "A", Self.module("A", .regular), Self.module("AUI", .regular, excuse: mac),
        Self.module("ATests", .test, needs: ["A"])),
      Self.package("B", Self.module("B", .regular, excuse: mac), Self.module("BTests", .test, needs: ["B"])),
    ]
    let all = ["A", "AUI", "ATests", "B", "BTests"]
    let test = plan(affected: all, packages)
    #expect(test.excused == [ExcusedModule(id: Self.id("BTests"), reason: "//B:B is for macos")])
    #expect(test.packages.map(\.folder) == ["A"])
    // The rest of the package cannot be built, so its test product is asked for by name.
    #expect(test.packages.map(\.extent) == [.possible])
    let build = plan(.build, affected: all, packages)
    #expect(build.groups.isEmpty)
    #expect(build.excused.map(\.id) == ["A", "ATests", "AUI", "B", "BTests"].map(Self.id))
    let report = RunReport(excused: test.plan)
    #expect(report.modules.map(\.outcome) == [.skipped])
    #expect(report.modules.map(\.isSuccess) == [true])
  }

  /// A relative path leads from a copy of a revision to another place.
  @Test func aCopyGivesNoVerdictForFilesOutsideOfTheRepository() {
    var packages = Self.packages + [Self.package("C", Self.module("CTests", .test))]
    packages[0].modules[0].placeOutside = "../elsewhere/Kit"
    func plan(isCopy: Bool) -> RunPlan {
      FixturePlan.make(
        .test, affected: Set(["A", "ATests", "B", "BTests", "CTests"].map(Self.id)),
        in: RunWorkspace(packages, isCopy: isCopy), scratchRoot: "/s"
      ).plan
    }
    #expect(plan(isCopy: false).unjudged.isEmpty)
    let copied = plan(isCopy: true)
    #expect(copied.packages.map(\.folder) == ["C"])
    #expect(copied.unjudged.map(\.folder) == ["A", "B"])
    #expect(copied.unjudged.map(\.tests) == [[Self.id("ATests")], [Self.id("BTests")]])
    #expect(copied.unjudged.map(\.reason.code) == ["outside-repository", "outside-repository"])
    #expect(copied.unjudged.allSatisfy { $0.reason.message.contains("\"../elsewhere/Kit\"") })
  }

  @Test func whatIsPassedToSwiftPMForEachRootKeepsThemApart() {
    func groups(_ settings: RunSettings) -> [String] {
      FixturePlan.make(
        .test, affected: Set(["ATests", "BTests"].map(Self.id)), in: RunWorkspace(Self.packages),
        scratchRoot: "/s",
        settings: settings
      ).groups.map(\.name)
    }
    #expect(groups(RunSettings()) == ["main"])
    #expect(
      groups(RunSettings(BuildSettings(arguments: ["-Xswiftc", "-I/conf", "-Xlinker", "-rpath=$ORIGIN/x"])))
        == ["main"]
    )
    #expect(
      groups(RunSettings(BuildSettings(arguments: ["-Xcc", "-I", "-Xcc", "conf"]))) == ["only-A", "only-B"])
    for traits in [RequestedTraits(names: ["x"]), RequestedTraits(names: []), RequestedTraits(all: true)] {
      var settings = RunSettings()
      settings.build.traits = traits
      #expect(groups(settings) == ["only-A", "only-B"])
    }
    #expect(groups(RunSettings(viaSwiftTest: true)) == ["only-A", "only-B"])
  }

  @Test func severalPackagesAreOneInvocation() {
    let plan = plan(affected: ["ATests", "BTests"])
    #expect(
      plan.commands.all.first?.arguments == [
        "build", "--scratch-path", "/s/main", "--manifest-cache", "local",
        "--build-system", "native", "--disable-build-manifest-caching", "-Xswiftc",
        "-index-ignore-system-modules", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-disable-incremental-imports",
        "--multiroot-data-file", "/s/main/ambit.xcworkspace", "--build-tests",
      ])
    #expect(plan.commands.all.count == 1 + 2 * 2 + 2)
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 1), (4, 2), (9, 3)])
  func longListsAreCutIntoPieces(count: Int, pieces: Int) {
    let words = (0..<count).map { "word-\($0)" }
    let cut = SwiftCommands.pieces(of: words, limit: 100)
    #expect(cut.count == pieces)
    #expect(cut.flatMap { $0 } == words)
  }
}
