package import Support

extension TargetLayout {
  /// Whether SwiftPM takes a file into the target's build because of its name, or as a declared resource;
  /// whether Git knows it does not matter.
  package func compiles(_ path: RelativePath) -> Bool {
    guard owns(path), let folder, let inside = path.relative(to: folder) else {
      return reads(path) && (inputs.contains(path) || SourceLanguage(of: path.lastComponent) != nil)
    }
    if declared.contains(where: { path.isInside($0) }) { return true }
    return SourceLanguage(of: path.lastComponent) != nil || inside.components.contains(where: Self.isResource)
  }

  /// Whether something below `folder` may be compiled.
  package func mayCompile(below folder: RelativePath) -> Bool {
    if owns(folder) || reads(folder) { return true }
    return ((sources ?? []) + declared).contains { $0.isInside(folder) }
  }

  /// The resources that SwiftPM takes without being told, folders among them.
  private static let resources: Set<String> = [
    "xcassets", "xcstrings", "strings", "stringsdict", "lproj", "storyboard", "xib", "nib", "metal",
    "xcdatamodel", "xcdatamodeld", "xcmappingmodel", "docc", "modulemap",
  ]

  private static func isResource(_ name: ArraySlice<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return resources.contains(String(decoding: name[(dot + 1)...], as: UTF8.self))
  }
}
