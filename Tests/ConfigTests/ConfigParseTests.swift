import Base
import TestSupport
import Testing

@testable import Graph

func parseConfig(_ text: String) throws -> WorkspaceConfig {
  try WorkspaceConfig.parse(Array(text.utf8), fileName: "workspace.json")
}

@Suite struct ConfigParseTests {
  @Test func everySectionOfTheDocumentedExample() throws {
    let config = try parseConfig(documentedExample)
    #expect(config.name == "shop")
    #expect(config.defaultBase == "origin/main")
    #expect(config.packages.map(\.pattern) == ["Packages/*", "Apps/*", "Vendor/*"])
    #expect(config.exclude.last?.pattern == "Packages/Legacy")
    #expect(config.platforms == ["linux"])
    #expect(config.lockfiles.map(\.path) == ["App.xcworkspace/xcshareddata/swiftpm/Package.resolved"])
    #expect(config.lockfiles.first?.packages.map(\.text) == ["//App"])
    #expect(config.inputs.env == ["SWIFT_FLAGS"])
    #expect(config.teams["payments"]?.handles == ["@shop/payments"])
    #expect(config.owners.codeowners == ".github/CODEOWNERS")
    #expect(config.owners.rules.map(\.teams) == [["payments"]])
    let core = config.settings(for: ModuleID(package: "Packages/Core", name: "Core"))
    #expect(core.tags == ["layer:core"])
    #expect(core.hosts == [.linux, .macos])
    #expect(core.test.timeout == 120)
    #expect(core.test.exclusive == true)
    #expect(config.tags(of: ModuleID(package: "Features/Cart", name: "Cart")) == ["layer:feature"])
    #expect(config.rules.layers.map(\.mayDependOn) == [["contracts"], []])
    #expect(config.rules.folders.map(\.folder.pattern) == ["App/Sources/App/Features"])
    #expect(config.rules.folders.flatMap(\.allow).flatMap(\.to).map(\.pattern) == ["Owners"])
    #expect(config.rules.imports.undeclared == .error)
    #expect(config.rules.pins.map(\.require) == [.exact, .upToNextMinor])
    #expect(config.rules.requireOwner)
    #expect(config.run == RunConfig())
    #expect(config.cache.localLimit.bytes == 20_000_000_000)
    #expect(config.cache.state == .auto)
    #expect(config.cache.remote?.mode == .read)
  }

  @Test(arguments: CacheConfig.State.allCases)
  func buildStateIsRestoredUnlessItIsSwitchedOff(state: CacheConfig.State) throws {
    #expect(CacheConfig().state == .auto)
    #expect(try parseConfig(#"{"cache": {"state": "\#(state.rawValue)"}}"#).cache.state == state)
  }

  @Test(arguments: ["{}", "{\"version\": 1}", "/* nothing */ {} // here", "{\"name\": null, \"run\": null,}"])
  func whatSaysNothingIsTheDefault(text: String) throws {
    #expect(try parseConfig(text) == .default)
  }

  @Test func listsExtendTheirDefaults() throws {
    let config = try parseConfig(#"{"inputs": {"ignore": ["*.txt"], "global": ["VERSION"]}}"#)
    #expect(config.inputs.ignore == ["*.txt"])
    #expect(config.inputs.global == InputsConfig.defaultGlobal + ["VERSION"])
  }

  @Test func theDefaultMarkerClearsThemWhereverItStands() throws {
    let config = try parseConfig(
      #"{"inputs": {"ignore": ["*.txt", "!default"], "global": ["!default"]}, "exclude": ["!default"]}"#)
    #expect(config.inputs.ignore == ["*.txt"])
    #expect(config.inputs.global.isEmpty)
    #expect(config.exclude.isEmpty)
  }

  @Test func entriesForOneModuleAreJoined() throws {
    let config = try parseConfig(
      """
      {"modules": {
        "*Tests": {"inputs": ["Shared/**"], "test": {"timeout": 10, "retries": 2}},
        "//A": {"inputs": ["A.json"], "test": {"timeout": 20}},
        "//B": {"inputs": ["B.json"]}}}
      """)
    let settings = config.settings(for: ModuleID(package: "A", name: "ATests"))
    #expect(settings.inputs == ["Shared/**", "A.json"])
    #expect(settings.test.timeout == 20)
    #expect(settings.test.retries == 2)
  }

  @Test func bundlesOfXcodeRunAsTheirEntrySays() throws {
    let run = try parseConfig(documentedExample).xcode.run
    #expect(run.map(\.match.text) == ["//App/*"])
    #expect(run.first?.scheme == "Shop" && run.first?.plan == "CI")
    #expect(run.first?.destination == "platform=iOS Simulator,name=iPhone 17")
    #expect(throws: Failure.self) { try parseConfig(#"{"xcode": {"run": [{"scheme": "Shop"}]}}"#) }
  }

  @Test func projectsAreThoseThatPatternsTake() throws {
    let xcode = try parseConfig(documentedExample).xcode
    #expect(xcode.takesProject("App/Shop.xcodeproj"))
    #expect(!xcode.takesProject("App/Old.xcodeproj") && !xcode.takesProject("Else/Shop.xcodeproj"))
    #expect(xcode.neutralSettings == ["MARKETING_VERSION"])
    let folders = try parseConfig(#"{"xcode": {"projects": ["App"], "exclude": ["App/Samples"]}}"#).xcode
    #expect(
      folders.takesProject("App/Deep/Shop.xcodeproj") && folders.excludes("App/Samples/All.xcworkspace"))
    #expect(!folders.takesProject("App/Samples/A.xcodeproj"))
    #expect(WorkspaceConfig.default.xcode.takesProject("Any/Shop.xcodeproj"))
  }

  @Test func whatOneOrTheOtherTakes() throws {
    let (one, other) = (
      try parseConfig(
        #"{"xcode": {"projects": ["A"], "exclude": ["X", "Y"], "neutralSettings": ["V", "W"]}}"#),
      try parseConfig(#"{"xcode": {"projects": ["B"], "exclude": ["Y"], "neutralSettings": ["W"]}}"#)
    )
    let both = one.xcode.admitting(other.xcode)
    #expect(both.takesProject("A/a.xcodeproj") && both.takesProject("B/b.xcodeproj"))
    #expect(!both.excludes("X") && both.excludes("Y") && both.neutralSettings == ["W"])
    #expect(one.xcode.admitting(XcodeConfig()).takesProject("C/c.xcodeproj"))
  }

  @Test func patternsThatMatchNothingAreFound() throws {
    let config = try parseConfig(
      """
      {"modules": {"//A:A": {"dependsOn": ["//B:B", "//C"]}, "Nope": {}},
       "tags": [{"match": "//A/*", "tags": ["t"]}], "rules": {"pins": [{"match": "//Empty", "require": "exact"}]}}
      """)
    let unmatched = config.unmatchedPatterns(
      modules: [ModuleID(package: "A", name: "A"), ModuleID(package: "C", name: "X")],
      packages: ["A", "C", "Empty"])
    #expect(
      unmatched.map { "\($0.place) \($0.pattern)" } == [
        "modules.//A:A.dependsOn //B:B", "modules Nope", "tags //A/*",
      ])
  }

  @Test func anyMutationIsReadOrRefusedWithItsPlace() {
    // Parsing is total: no mutation of a real file may trap, and every refusal names a place in it.
    var generator = SeededGenerator(seed: 7)
    let original = Array(documentedExample.utf8)
    for _ in 0..<400 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let at = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[at] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: at)
        default: bytes.insert(contentsOf: bytes[at...].prefix(5), at: at)
        }
      }
      do {
        _ = try WorkspaceConfig.parse(bytes, fileName: "w.json")
      } catch {
        let place = error.message.split(separator: ":").prefix(3)
        #expect(place.first == "w.json" && place.dropFirst().allSatisfy { Int($0) ?? 0 >= 1 })
      }
    }
  }
}

let documentedExample = """
  {
    "$schema": "docs/workspace.schema.json",
    "version": 1,
    "name": "shop",
    "defaultBase": "origin/main",
    "packages": ["Packages/*", "Apps/*", "Vendor/*"],
    "exclude": ["Packages/Legacy"],
    "platforms": ["linux"],
    "lockfiles": {"App.xcworkspace/xcshareddata/swiftpm/Package.resolved": ["//App"]},
    "inputs": {"global": [".swift-version"], "ignore": ["**/*.md"], "unowned": "package", "env": ["SWIFT_FLAGS"]},
    "teams": {"payments": {"name": "Payments", "contact": "#payments", "handles": ["@shop/payments"]}},
    "owners": {"codeowners": ".github/CODEOWNERS", "rules": [{"match": "//Packages/Pay*", "teams": ["payments"]}]},
    "modules": {
      "//Packages/Core:Core": {"tags": ["layer:core"], "inputs": ["Fixtures/**"], "dependsOn": [], "env": [],
                                "hosts": ["linux", "macos"],
                                "test": {"timeout": 120, "retries": 1, "exclusive": true}}
    },
    "tags": [{"match": "//Features/*:*", "tags": ["layer:feature"]}],
    "rules": {
      "layers": [{"name": "feature", "tag": "layer:feature", "mayDependOn": ["contracts"]},
                 {"name": "contracts", "tag": "layer:contracts"}],
      "isolated": ["layer:feature"],
      "onlyImportedBy": [{"tag": "impl", "by": ["//App:App"]}],
      "names": [{"tag": "layer:feature", "pattern": "^.+Feature(Tests)?$"}],
      "folders": [{"in": "App/Sources/App/Features", "shared": ["*Report"],
                   "allow": [{"from": "Change", "to": ["Owners"]}], "because": "features stand alone"}],
      "imports": {"undeclared": "error", "unused": "warning"},
      "pins": [{"match": "//Apps/*", "require": "exact"}, {"match": "//Packages/*", "require": "upToNextMinor"}],
      "requireOwner": true
    },
    "run": {"configuration": "debug", "traits": [], "swiftArguments": [], "jobs": null, "environment": "fixed",
            "execution": "local"},
    "xcode": {"projects": ["App/*.xcodeproj"], "exclude": ["App/Old.xcodeproj"],
              "neutralSettings": ["MARKETING_VERSION"],
              "run": [{"match": "//App/*", "scheme": "Shop", "plan": "CI",
                       "destination": "platform=iOS Simulator,name=iPhone 17"}]},
    "cache": {"localLimit": "20GB", "state": "auto",
              "remote": {"url": "https://cache.example", "mode": "read", "requireSignature": false}},
  }
  """
