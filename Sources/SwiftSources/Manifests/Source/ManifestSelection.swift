import Base

/// Chooses the manifest file of a package that SwiftPM reads.
package enum ManifestSelection {
  /// Returns the file SwiftPM would read; nil when the folder has no package.
  ///
  /// - `names`: the files of the package's folder.
  /// - `toolsVersion`: returns the version in the first line of a file. It is only called when there is a file for an
  ///   older compiler. That file counts when it declares a higher version than `Package.swift`.
  package static func manifestFileName(
    among names: some Collection<String>, toolchain: ToolsVersion,
    toolsVersion: (String) -> ToolsVersion?
  ) -> String? {
    guard names.contains(PackageFile.manifest) else { return nil }
    for version in [
      "\(toolchain.major).\(toolchain.minor).\(toolchain.patch)", "\(toolchain.major).\(toolchain.minor)",
      "\(toolchain.major)",
    ] where names.contains("Package@swift-\(version).swift") {
      return "Package@swift-\(version).swift"
    }
    let candidate = names.compactMap { name in version(of: name).map { (version: $0, name: name) } }
      .filter { $0.version <= toolchain }
      .max { ($0.version, $0.name) < ($1.version, $1.name) }
    guard let candidate, let specific = toolsVersion(candidate.name),
      let regular = toolsVersion(PackageFile.manifest)
    else { return PackageFile.manifest }
    return specific > regular ? candidate.name : PackageFile.manifest
  }

  /// The version in `Package@swift-5.10.1.swift`.
  private static func version(of name: String) -> ToolsVersion? {
    let prefix = "Package@swift-"
    let suffix = ".swift"
    guard name.hasPrefix(prefix), name.hasSuffix(suffix), name.count > prefix.count + suffix.count else {
      return nil
    }
    let parts = name.dropFirst(prefix.count).dropLast(suffix.count)
      .split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...3).contains(numbers.count) else { return nil }
    return ToolsVersion(
      numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0)
  }
}
