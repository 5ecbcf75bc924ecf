import Base
package import SwiftSources

/// What SwiftPM tells the compiler of a Swift target because of its manifest, as far as it decides what the target offers.
///
/// What is not known to mean nothing here makes the whole unknown: a surface that was read with other flags than the
/// module is built with would be another one.
package struct SwiftModuleFlags: Sendable, Hashable {
  package struct Problem: Error, Sendable, Hashable {
    package let reason: String
  }

  package let arguments: [String]

  /// Of Swift's settings those that decide neither names nor types.
  private static let harmless: Set = ["treatAllWarnings", "treatWarning", "enableWarning", "disableWarning"]

  /// `enabled` are the traits that are on.
  package init(
    _ package: PackageManifest, identity: String, _ target: TargetDescription, configuration: String,
    platform: String,
    traits enabled: Set<String>
  ) throws(Problem) {
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
        throw Problem(reason: "what its setting \"\(setting.name)\" means to the compiler is not known here")
      }
    }
    if target.dependencies.contains(where: { !$0.moduleAliases.isEmpty }) {
      throw Problem(reason: "it gives modules other names (moduleAliases)")
    }
    self.arguments = arguments + ["-swift-version", mode]
  }

  /// The compiler proper is called, which takes as its own what the driver would hand on.
  package static func frontend(_ words: [String]) -> [String] { words.filter { $0 != "-Xfrontend" } }

  /// The highest that the compiler knows of those that the manifest names, else that of its tools version.
  private static func languageMode(of package: PackageManifest) -> String {
    let named = package.languageModes?.compactMap { Int($0.prefix { $0 != "." }) }.filter { $0 <= 6 }.max()
    return String(named ?? min(max(package.toolsVersion.major, 4), 6))
  }

  private static func identifier(_ identity: String) -> String {
    String(identity.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

/// The compiler proper, which the driver starts: for a small module starting the driver as well is a third of the work.
package struct SwiftFrontend: Sendable, Hashable {
  package let executable: String
  /// Reads a compiled module for its symbol graph; nil where there is no such program.
  package let extractor: String?
  /// Where the macros of the toolchain's own libraries are found: what the driver would say.
  package let pluginFlags: [String]

  /// Of the toolchain that `compiler`, its `swiftc`, belongs to. A driver hands on what begins with `-frontend`.
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
