import Base
import Graph

@testable import SwiftSources

// MARK: Manifests

extension KeyVariation {
  static let packages: [KeyVariation] = [
    KeyVariation("PackageManifest.name") { $0.core.name = "Kern" },
    KeyVariation("PackageManifest.toolsVersion") { $0.core.toolsVersion = ToolsVersion(6, 1) },
    KeyVariation("PackageManifest.defaultLocalization") { $0.core.defaultLocalization = "de" },
    KeyVariation("PackageManifest.platforms") {
      $0.core.platforms = [PlatformRequirement(platform: "macos", version: "14")]
    },
    KeyVariation("PackageManifest.pkgConfig") { $0.core.pkgConfig = "z" },
    KeyVariation("PackageManifest.providers") { $0.core.providers = [provider] },
    KeyVariation("PackageManifest.products") {
      $0.core.products += [ProductDescription(name: "More", kind: .library(.dynamic), targets: ["Core"])]
    },
    KeyVariation("PackageManifest.products linkage") {
      $0.core.products = [ProductDescription(name: "Core", kind: .library(.dynamic), targets: ["Core"])]
    },
    KeyVariation("PackageManifest.dependencies unused") { $0.core.dependencies = [remote("extra")] },
    KeyVariation("PackageManifest.dependencies requirement") {
      $0.app.dependencies[1] = PackageDependency(
        source: .sourceControl(location: "https://example.com/remote.git", requirement: .exact("1.0.0")))
    },
    KeyVariation("PackageManifest.dependencies traits") {
      $0.app.dependencies[0].traits = [PackageDependency.Trait(name: "Fancy")]
    },
    KeyVariation("PackageManifest.dependencies name") { $0.app.dependencies[0].explicitName = "Core" },
    KeyVariation("PackageManifest.targets") { $0.library.exclude = ["x"] },
    KeyVariation("PackageManifest.traits") { $0.core.traits = [TraitDescription(name: "Fancy")] },
    KeyVariation("PackageManifest.languageModes") { $0.core.languageModes = ["6"] },
    KeyVariation("PackageManifest.languageModes none") { $0.core.languageModes = [] },
    KeyVariation("PackageManifest.cLanguageStandard") { $0.core.cLanguageStandard = "c11" },
    KeyVariation("PackageManifest.cxxLanguageStandard") { $0.core.cxxLanguageStandard = "c++17" },
  ]

  static let targets: [KeyVariation] = [
    KeyVariation("TargetDescription.name") { $0.library.name = "Kern" },
    KeyVariation("TargetDescription.kind") { $0.library.kind = .executable },
    KeyVariation("TargetDescription.path") { $0.library.path = "Sources/Core" },
    KeyVariation("TargetDescription.url") { $0.library.url = "https://example.com" },
    KeyVariation("TargetDescription.checksum") { $0.library.checksum = "0" },
    KeyVariation("TargetDescription.sources") { $0.library.sources = ["Core.swift"] },
    KeyVariation("TargetDescription.sources none") { $0.library.sources = [] },
    KeyVariation("TargetDescription.exclude") { $0.library.exclude = ["x"] },
    KeyVariation("TargetDescription.resources") {
      $0.library.resources = [ResourceDescription(rule: "copy", path: "Data")]
    },
    KeyVariation("ResourceDescription.rule") {
      $0.library.resources = [ResourceDescription(rule: "process", path: "Data")]
    },
    KeyVariation("ResourceDescription.path") {
      $0.library.resources = [ResourceDescription(rule: "copy", path: "Other")]
    },
    KeyVariation("ResourceDescription.localization") {
      $0.library.resources = [ResourceDescription(rule: "copy", path: "Data", localization: "base")]
    },
    KeyVariation("TargetDescription.publicHeadersPath") { $0.library.publicHeadersPath = "headers" },
    KeyVariation("TargetDescription.dependencies") { $0.library.dependencies = [] },
    KeyVariation("TargetDependency.reference") {
      $0.library.dependencies = [TargetDependency(.byName("CZ"))]
    },
    KeyVariation("TargetDependency.condition") {
      $0.library.dependencies[0].condition = BuildCondition(configuration: "release")
    },
    KeyVariation("TargetDependency.moduleAliases") { $0.library.dependencies[0].moduleAliases = ["CZ": "Z"] },
    KeyVariation("BuildCondition.platforms") {
      $0.library.dependencies[0].condition = BuildCondition(platforms: ["linux"])
    },
    KeyVariation("BuildCondition.configuration") {
      $0.library.dependencies[0].condition = BuildCondition(configuration: "debug")
    },
    KeyVariation("BuildCondition.traits") {
      $0.library.dependencies[0].condition = BuildCondition(traits: ["default"])
    },
    KeyVariation("TargetDescription.settings") { $0.library.settings = [setting("define", ["A"])] },
    KeyVariation("BuildSetting.tool") {
      $0.library.settings = [BuildSetting(tool: "c", name: "define", values: ["A"])]
    },
    KeyVariation("BuildSetting.name") { $0.library.settings = [setting("unsafeFlags", ["A"])] },
    KeyVariation("BuildSetting.values") { $0.library.settings = [setting("define", ["B"])] },
    KeyVariation("BuildSetting.values order") { $0.library.settings = [setting("unsafeFlags", ["B", "A"])] },
    KeyVariation("BuildSetting.condition") {
      $0.library.settings = [
        BuildSetting(
          tool: "swift", name: "define", values: ["A"], condition: BuildCondition(platforms: ["linux"]))
      ]
    },
    KeyVariation("TargetDescription.pluginUsages") { $0.library.pluginUsages = [PluginUsage(name: "Gen")] },
    KeyVariation("PluginUsage.name") { $0.library.pluginUsages = [PluginUsage(name: "Other")] },
    KeyVariation("PluginUsage.package") {
      $0.library.pluginUsages = [PluginUsage(name: "Gen", package: "gen")]
    },
    KeyVariation("TargetDescription.pluginCapability") { $0.library.pluginCapability = "{}" },
    KeyVariation("TargetDescription.packageAccess") { $0.library.packageAccess = false },
    KeyVariation("TargetDescription.pkgConfig") { $0.library.pkgConfig = "z" },
    KeyVariation("TargetDescription.providers") { $0.library.providers = [provider] },
  ]

  private static let provider = SystemPackageProvider(manager: "apt", packages: ["zlib1g-dev"])

  private static func setting(_ name: String, _ values: [String]) -> BuildSetting {
    BuildSetting(tool: "swift", name: name, values: values)
  }

  private static func remote(_ name: String) -> PackageDependency {
    PackageDependency(
      source: .sourceControl(location: "https://example.com/\(name).git", requirement: .branch("main")))
  }
}

// MARK: Files and pins

extension KeyVariation {
  static let files: [KeyVariation] = [
    KeyVariation("TreeFile.content") { $0.files["Core/Sources/Core/Core.swift"] = "edited" },
    KeyVariation("TreeFile.path") {
      $0.files["Core/Sources/Core/Kern.swift"] = $0.files.removeValue(forKey: "Core/Sources/Core/Core.swift")
    },
    KeyVariation("TreeFile.kind executable") { $0.files["Core/Sources/Core/tool"] = "#!" },
    KeyVariation("TreeFile.kind link") { $0.links["Core/Sources/Core/tool"] = "#!" },
    KeyVariation("KeyInputs.files of the package") { $0.files["Core/notes.txt"] = "x" },
    KeyVariation("KeyInputs.files of the workspace") { $0.files["tool.sh"] = "x" },
    KeyVariation("KeyInputs.files global") { $0.files[".swift-version"] = "6.3" },
    KeyVariation("KeyInputs.files ignored") { $0.ignored = ["Core/Sources/Core/Generated.swift"] },
    KeyVariation("KeyInputs.lockfiles") { $0.pins["remote"] = "1.0.1" },
    KeyVariation("KeyInputs.lockfiles added") { $0.pins["other"] = "1.0.0" },
    KeyVariation("KeyInputs.systemLibraries") { $0.systemLibrary.version = nil },
    KeyVariation("KeyInputs.surroundings") { $0.surroundings.toolchain = "" },
    KeyVariation("KeyInputs.config") { $0.config.platforms = ["linux"] },
    KeyVariation("KeyInputs.graph") { $0.library.dependencies = [] },
  ]
}
