import Base
import SwiftSources

/// Finds the modules that read places outside of the repository.
///
/// Git sees no change there, and no key holds such files. So these modules and their dependents are always selected,
/// and no result of theirs is ever recorded. Example: `.package(path: "../../other/Core")`.
struct OutsidePlaces {
  /// The code of a warning about such a place.
  static let code = "outside-repository"

  let links: LinkMap

  /// Marks the modules, and returns a warning for each place.
  func mark(
    _ modules: inout Indexed<ModuleIndex, ModuleNode>, _ packages: Indexed<PackageIndex, PackageNode>
  ) -> [Warning] {
    var warnings: [Warning] = []
    var places: [String: RelativePath] = [:]
    for package in packages {
      for (dependency, path, place) in dependencies(of: package) {
        warnings.append(
          warning("\(package.folder.appending(PackageFile.manifest)) depends on \"\(path)\""))
        if places[dependency] == nil { places[dependency] = place }
        // SwiftPM refuses the whole package when it cannot load one that the manifest names.
        for module in package.modules where modules[module].placeOutside == nil {
          modules[module].placeOutside = place
        }
      }
    }
    for module in modules.indices where modules[module].placeOutside == nil {
      let layout = modules[module].layout
      let read = ([layout.folder].compactMap(\.self) + layout.linked).first(where: links.leavesRepository)
      if let read { warnings.append(warning("\(modules[module].id) reads \"\(read)\"")) }
      // A package at a path takes the place of a remote one that has its identity.
      modules[module].placeOutside =
        read ?? modules[module].externalPackages.compactMap { places[$0] }.first
    }
    return warnings
  }

  /// Returns the packages outside of the repository that a manifest names: identities, paths as written, and folders.
  private func dependencies(
    of package: PackageNode
  ) -> [(identity: String, path: String, place: RelativePath)] {
    // Manifests are decoded on demand, and few packages have such an edge.
    guard package.dependencies.contains(where: { $0.target == .unknown }) else { return [] }
    return (package.manifest?.dependencies ?? []).compactMap { dependency in
      guard case .path(let path) = dependency.source,
        let place = links.placeOutside(of: dependency, from: package.folder)
      else { return nil }
      return (dependency.identity, path, place)
    }
  }

  private func warning(_ reader: String) -> Warning {
    Warning(
      code: Self.code,
      message: "\(reader), which lies outside of the repository: the modules that need it are always "
        + "selected and built from nothing, and their results are never recorded")
  }
}
