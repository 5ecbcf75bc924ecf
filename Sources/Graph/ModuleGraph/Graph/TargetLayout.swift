package import Base
import SwiftSources

/// The files and folders of a target. All paths are relative to the workspace.
package struct TargetLayout: Sendable, Hashable {
  /// The target's folder; nil for a binary target from a URL, which has no files here.
  package var folder: RelativePath?
  /// The parts of the folder that count as sources; nil for all of it.
  package var sources: [RelativePath]?
  package var excluded: [RelativePath] = []
  /// Resources and public headers. They belong to the target even when `sources` leaves them out.
  package var declared: [RelativePath] = []
  /// Files and folders elsewhere that the target's build reads: the ends of links, resources and sources outside the
  /// folder, header search paths, `-I` flags.
  package var inputs: [RelativePath] = []
  /// The inputs that symbolic links make part of the sources.
  package var linked: [RelativePath] = []
  /// True when a build-tool plugin runs for the target. The plugin may read any file of the package.
  package var readsWholePackage = false
  /// True when SwiftPM looks for sources in catalogs of documentation (`.docc`), as it did before tools version 5.3.
  package var opensCatalogs = false
  /// Names of files, in lower case, to look for in literals of the target's sources. They are the names that tests of
  /// its package exclude, and the workspace's own harmless names. Sorted.
  package var soughtNames: [String] = []
  /// The names of files that the target's literals, or its package's manifest, contain. Sorted.
  package var namedFiles: [String] = []
  /// The modules that the target's sources ask for with `canImport`. Sorted.
  package var askedModules: [String] = []

  /// SwiftPM's names for a main program of tests that the package itself contains.
  static let testEntryPoints = ["XCTMain.swift", "LinuxMain.swift"]

  /// True when a main program of the package starts the target's tests.
  package var hasTestEntryPoint: Bool {
    inputs.contains { Self.isTestEntryPoint($0.lastComponent) }
  }

  static func isTestEntryPoint(_ name: some Sequence<UInt8>) -> Bool {
    testEntryPoints.contains { name.elementsEqual($0.utf8) }
  }

  /// The places without which SwiftPM or a compiler may refuse the target: the folder, resources, public headers, files
  /// that sources include.
  package var neededPlaces: [RelativePath] { [folder].compactMap(\.self) + declared }

  package mutating func add(inputs more: some Sequence<RelativePath>) {
    inputs = Set(inputs).union(more).sorted()
  }
  /// The layout for a package that does not exist. A file in its folder may change that, and keeps its other owners.
  static let nothing = TargetLayout(folder: nil, readsWholePackage: true)

  /// Returns true when `path` is one of the target's own files.
  package func owns(_ path: RelativePath) -> Bool {
    guard let folder, path.isInside(folder) else { return false }
    if excluded.contains(where: { path.isInside($0) }) { return false }
    guard let sources else { return true }
    return sources.contains { path.isInside($0) } || declared.contains { path.isInside($0) }
  }

  /// Returns true when `path` lies in an input, which the target's build reads.
  package func reads(_ path: RelativePath) -> Bool {
    inputs.contains { path.isInside($0) }
  }
}

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

  /// Returns false for a hidden file or folder that SwiftPM skips: one that no resource and no input contains. Finder's
  /// settings count nowhere.
  package func mayRead(_ path: RelativePath) -> Bool {
    if path.lastComponent.elementsEqual(".DS_Store".utf8) { return false }
    if (declared + inputs).contains(where: { path.isInside($0) || $0.isInside(path) }) { return true }
    return !path.isHidden(in: folder ?? .root)
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
  /// Returns true when a name on the way from `folder` begins with a dot.
  package func isHidden(in folder: RelativePath) -> Bool {
    (relative(to: folder) ?? self).components.contains {
      $0.first == UInt8(ascii: ".") && !$0.elementsEqual("..".utf8)
    }
  }

  /// True when one of the folders is a catalog of documentation.
  var isInCatalog: Bool { components.dropLast().contains { $0.hasExtension("docc") } }
}

extension ArraySlice<UInt8> {
  fileprivate func hasExtension(_ name: String) -> Bool {
    lastIndex(of: UInt8(ascii: ".")).map { self[($0 + 1)...].elementsEqual(name.utf8) } ?? false
  }
}
