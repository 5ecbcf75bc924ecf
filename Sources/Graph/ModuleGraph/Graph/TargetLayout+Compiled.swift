package import Base
import SwiftSources

extension ModuleNode {
  /// Returns true when a file takes part in the module's build because of its name, or as a declared resource. An
  /// artifact counts as a whole.
  package func compiles(_ path: RelativePath) -> Bool {
    kind == .binary && layout.owns(path) || layout.compiles(path)
  }
}

extension TargetLayout {
  /// Returns true when SwiftPM takes a file into the target's build because of its name, or as a declared resource.
  /// Files that Git does not know count too.
  package func compiles(_ path: RelativePath) -> Bool {
    guard owns(path), let folder, let inside = path.relative(to: folder) else {
      return readsByName(path)
    }
    if declared.contains(where: { path.isInside($0) }) { return true }
    let language = SourceLanguage(of: path.lastComponent)
    // SwiftPM compiles nothing in a catalog. A source may only include a header there by its path.
    if !opensCatalogs, inside.isInCatalog { return language == .cFamily }
    return language != nil || inside.components.contains(where: Self.isResource)
  }

  /// Returns true for a file in an input. All files of an input count, whatever their names: archives, tables, headers.
  /// An input that holds the target itself is only searched, so there the name decides.
  private func readsByName(_ path: RelativePath) -> Bool {
    inputs.contains { input in
      guard path.isInside(input) else { return false }
      let isSearched = path != input && folder?.isInside(input) ?? false
      return !isSearched || SourceLanguage(of: path.lastComponent) != nil
        || Self.isLibrary(path.lastComponent)
    }
  }

  private static func isLibrary(_ name: ArraySlice<UInt8>) -> Bool {
    ["a", "o", "so", "dylib", "tbd", "lib"].contains { name.hasExtension($0) }
  }

  /// Returns true when some file below `folder` may be compiled.
  package func mayCompile(below folder: RelativePath) -> Bool {
    if owns(folder) || reads(folder) { return true }
    return ((sources ?? []) + declared).contains { $0.isInside(folder) }
  }

  /// Extensions of files and folders that SwiftPM and the compilers take by their names. Catalogs of documentation are
  /// not part of a build.
  private static let resources: Set<String> = [
    "xcassets", "xcstrings", "strings", "stringsdict", "lproj", "storyboard", "xib", "nib", "metal",
    "xcdatamodel", "xcdatamodeld", "xcmappingmodel", "modulemap", "apinotes",
  ]

  private static func isResource(_ name: ArraySlice<UInt8>) -> Bool {
    resources.contains { name.hasExtension($0) }
  }
}

extension RelativePath {
  /// True when one of the folders is a catalog of documentation.
  var isInCatalog: Bool { components.dropLast().contains { $0.hasExtension("docc") } }
}

extension ArraySlice<UInt8> {
  fileprivate func hasExtension(_ name: String) -> Bool {
    lastIndex(of: UInt8(ascii: ".")).map { self[($0 + 1)...].elementsEqual(name.utf8) } ?? false
  }
}
