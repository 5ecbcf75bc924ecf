import Foundation
import ProgramSupport
import Testing

/// Passes that were recorded before a change do not stand after it, though SwiftPM would see no reason to build.
///
/// One run covers many: a package for each change. Usually these are the changes that once went unnoticed;
/// `AMBIT_ATTACKS=Incbin,Trait` takes just these, `AMBIT_ATTACKS=all` every feature, and `AMBIT_ATTACKS_COLD=1` asks
/// plain SwiftPM as well whether each says what the table says.
@Suite(.serialized)
struct AttackSuite {
  private static let variables = ProcessInfo.processInfo.environment

  /// What let an old pass stand.
  private static let holes = [
    "ApiNotes", "Archive", "BridgingHeader", "CustomMap", "Incbin", "ManifestFile", "OlderHeader",
    "PkgConfigHeader", "Prebuild", "QuietHeader", "QuietSource", "QuietSwift", "SystemMap", "SystemModule",
    "SystemShim",
    "SystemTextual", "ToolTemplate", "ToolUndeclared",
  ]

  /// Every build by Swift Build takes several times as long as one by the native engine: one of each kind will do.
  private static let sample = ["ApiNotes", "Incbin", "QuietHeader", "ToolTemplate"]

  private static func features(by engine: String) -> [Feature] {
    let asked = variables["AMBIT_ATTACKS"].map { $0.split(separator: ",").map(String.init) }
    let names = asked ?? (engine == "native" ? holes : sample)
    return Feature.all.filter { names == ["all"] || names.contains($0.name) }
  }

  @Test(arguments: ["native", "swiftbuild"])
  func `what changed without SwiftPM's notice is seen in a warm folder and in a fresh clone`(
    engine: String
  ) throws {
    let place = try FeaturePlace(Self.features(by: engine), engine: engine)
    let base = place.test(["--all"])
    for feature in place.features {
      #expect(
        base.verdict(on: feature, ofAll: true) == .passed, "\(feature.name) before any change: \(base.errors)"
      )
    }
    try place.keepMemory()

    try Self.attack(place)
    Self.check(place, "in a warm folder", place.test(["--all"]))
    Self.check(place, "in a warm folder, again", place.test(["--all"]))
    if Self.variables["AMBIT_ATTACKS_COLD"] != nil { try Self.checkCold(place) }

    try place.forget()
    try place.restoreOutside()
    try place.clone()
    try Self.attack(place)
    Self.check(place, "in a fresh clone", place.test(), ofAll: false)
    Self.check(place, "in a fresh clone, again", place.test(["--all"]))
  }

  /// Swift Build hands none on to compilers and tools.
  @Test
  func `a variable that changed is seen by whoever reads it`() throws {
    let place = try FeaturePlace(Feature.ofVariables, engine: "native")
    let base = place.test(["--all"])
    let changed = place.environment.filter { $0.value.hasSuffix("7") }.mapValues {
      String($0.dropLast()) + "8"
    }
    for (when, outcome) in [
      ("in a warm folder", place.test(["--all"], changed)),
      ("in a warm folder, again", place.test(["--all"], changed)),
    ] {
      for feature in place.features {
        #expect(
          base.verdict(on: feature, ofAll: true) == .passed,
          "\(feature.name) before any change: \(base.errors)")
        #expect(
          outcome.verdict(on: feature, ofAll: true) == .saw("8"), "\(feature.name): \(feature.what), \(when)")
      }
    }
  }

  private static func attack(_ place: FeaturePlace) throws {
    for feature in place.features { try feature.attack.map { try place.sh($0.script, in: feature) } }
  }

  private static func check(
    _ place: FeaturePlace, _ when: String, _ outcome: AmbitOutcome, ofAll: Bool = true
  ) {
    for feature in place.features {
      guard let attack = feature.attack, ofAll || !attack.isBeside else { continue }
      let found = outcome.verdict(on: feature, ofAll: ofAll)
      let wanted = attack.becomes.map { Verdict.saw($0) } ?? .passed
      if found != wanted {
        Issue.record("\(feature.name): \(attack.line): \(when) it \(found), cold it \(wanted)")
      }
    }
    if outcome.json == nil { Issue.record("no report \(when): \(outcome.errors)") }
  }

  private static func checkCold(_ place: FeaturePlace) throws {
    let cold = try ColdPackages(place)
    try cold.copy()
    for feature in place.features {
      let wanted = feature.attack?.becomes.map { Verdict.saw($0) } ?? .passed
      let found = try cold.verdict(on: feature)
      #expect(found == wanted, "\(feature.name), as plain SwiftPM builds it")
    }
  }
}
