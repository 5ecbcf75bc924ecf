package import Base
package import SwiftSources

/// The compiler flags by which a manifest decides the declarations that a Swift target offers.
///
/// A setting with an unknown meaning is an error. Other flags than those of the build would give another interface.
package struct SwiftModuleFlags: Sendable, Hashable {
  package let arguments: [String]

  /// The settings of Swift that change neither names nor types.
  private static let harmless: Set = ["treatAllWarnings", "treatWarning", "enableWarning", "disableWarning"]

  /// `enabled` holds the enabled traits.
  package init(
    _ package: PackageManifest, identity: String, _ target: TargetDescription, configuration: String,
    platform: String,
    traits enabled: Set<String>
  ) throws(Failure) {
    var mode = Self.languageMode(of: package)
    var arguments = ["-DSWIFT_PACKAGE"] + (configuration == "debug" ? ["-DDEBUG"] : [])
    arguments += enabled.sorted().map { "-D\($0)" }
    if target.packageAccess, package.toolsVersion >= ToolsVersion(5, 9) {
      arguments += ["-package-name", Self.identifier(identity)]
    }
    for setting in target.settings where setting.tool == "swift" {
      let condition = setting.condition
      guard condition.platforms.isEmpty || condition.platforms.contains(platform.lowercased()),
        condition.configuration == nil || condition.configuration == configuration,
        condition.traits.isEmpty || !enabled.isDisjoint(with: condition.traits)
      else { continue }
      switch setting.name {
      case "define": arguments += setting.values.map { "-D\($0)" }
      case "enableUpcomingFeature": arguments += setting.values.flatMap { ["-enable-upcoming-feature", $0] }
      case "enableExperimentalFeature":
        arguments += setting.values.flatMap { ["-enable-experimental-feature", $0] }
      case "swiftLanguageMode", "swiftLanguageVersion": mode = setting.values.first ?? mode
      case "strictMemorySafety": arguments.append("-strict-memory-safety")
      case "defaultIsolation": arguments += setting.values.flatMap { ["-default-isolation", $0] }
      case "unsafeFlags": arguments += Self.frontend(setting.values)
      case "interoperabilityMode":
        if setting.values.contains(where: { $0.lowercased() == "cxx" }) {
          arguments.append("-cxx-interoperability-mode=default")
        }
      case let name where Self.harmless.contains(name): break
      default:
        throw Failure.interface("its setting \"\(setting.name)\" is not supported")
      }
    }
    if target.dependencies.contains(where: { !$0.moduleAliases.isEmpty }) {
      throw Failure.interface("it renames modules (moduleAliases)")
    }
    self.arguments = arguments + ["-swift-version", mode]
  }

  /// Removes `-Xfrontend`, by which the driver passes flags on. Here the compiler gets them directly.
  package static func frontend(_ words: [String]) -> [String] { words.filter { $0 != "-Xfrontend" } }

  /// Returns the highest mode up to 6 that the manifest names, else the mode of its tools version.
  private static func languageMode(of package: PackageManifest) -> String {
    let named = package.languageModes?.compactMap { Int($0.prefix { $0 != "." }) }.filter { $0 <= 6 }.max()
    return String(named ?? min(max(package.toolsVersion.major, 4), 6))
  }

  private static func identifier(_ identity: String) -> String {
    String(identity.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

/// The compiler that the driver starts. Calling it directly saves a third of the time for a small module.
package struct SwiftFrontend: Sendable, Hashable {
  package let executable: String
  /// The program that writes the symbol graph of a compiled module. nil when the toolchain has none.
  package let extractor: String?
  /// The flags by which the driver tells the compiler the places of the toolchain's macros.
  package let pluginFlags: [String]

  /// Finds the compiler of the toolchain to which the `swiftc` at `compiler` belongs. Without it the driver is called,
  /// which also understands `-frontend`.
  package init(beside compiler: String) {
    let bin = LocalFiles.folder(of: compiler)
    let proper = "\(bin)/swift-frontend"
    executable = Executables.isExecutable(proper) ? proper : compiler
    let extractor = "\(bin)/swift-symbolgraph-extract"
    self.extractor = Executables.isExecutable(extractor) ? extractor : nil
    let usr = LocalFiles.folder(of: bin)
    let host = "\(usr)/lib/swift/host"
    let server = ["so", "dylib"].map { "\(host)/libSwiftInProcPluginServer.\($0)" }.first(
      where: { LocalFiles.exists($0) })
    pluginFlags =
      (server.map { ["-in-process-plugin-server-path", $0] } ?? [])
      + ["\(host)/plugins", "\(host)/plugins/testing", "\(usr)/local/lib/swift/host/plugins"].flatMap {
        ["-plugin-path", $0]
      }
  }
}
