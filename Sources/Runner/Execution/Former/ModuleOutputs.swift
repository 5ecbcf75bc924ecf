import Platform

/// What builds leave of single modules in a scratch folder, of all configurations and platforms.
struct ModuleOutputs {
  /// Each with the name of its module, as the compiler knows it.
  private let places: [(module: Substring, path: String)]
  /// What resources were copied to.
  private let bundles: [String]
  private let moduleCaches: [String]

  init(in scratch: String) {
    var places: [(Substring, String)] = []
    var bundles: [String] = []
    var moduleCaches: [String] = []
    for platform in LocalFiles.names(in: scratch) {
      for configuration in ["debug", "release"] {
        let folder = "\(scratch)/\(platform)/\(configuration)"
        guard LocalFiles.isFolder(folder) else { continue }
        moduleCaches.append("\(folder)/ModuleCache")
        for name in LocalFiles.names(in: folder) {
          if name.hasSuffix(".build") { places.append((Self.module(of: name), "\(folder)/\(name)")) }
          if name.hasSuffix(".resources") { bundles.append("\(folder)/\(name)") }
        }
        for modules in ["\(folder)/Modules", "\(folder)/Modules-tool"] {
          places += LocalFiles.names(in: modules).map { (Self.module(of: $0), "\(modules)/\($0)") }
        }
      }
    }
    self.places = places
    self.bundles = bundles
    self.moduleCaches = moduleCaches
  }

  /// `Core.swiftmodule`, `Core.build`, and `Core-tool.build` of what is built for the host.
  private static func module(of name: String) -> Substring {
    let stem = name.prefix { $0 != "." }
    return stem.hasSuffix("-tool") ? stem.dropLast("-tool".count) : stem
  }

  var isEmpty: Bool { places.isEmpty }

  func remove(where isFormer: (Substring) -> Bool) {
    for place in places where isFormer(place.module) { LocalFiles.removeTree(place.path) }
    for bundle in bundles where Self.targets(of: bundle).contains(where: isFormer) {
      LocalFiles.removeTree(bundle)
    }
  }

  /// Whom `Shop_Cart.resources` may belong to: a package or a target may have a line in its name as well.
  private static func targets(of bundle: String) -> [Substring] {
    let stem = bundle[(bundle.lastIndex(of: "/") ?? bundle.startIndex)...].dropFirst().dropLast(
      ".resources".count)
    return stem.indices.filter { stem[$0] == "_" }.map {
      Substring(ModuleNames.compiled(String(stem[$0...].dropFirst())))
    }
  }

  /// The objects alone, so that what else lies with them and is written while SwiftPM plans stays.
  func removeObjects(where isReopened: (Substring) -> Bool) {
    for place in places where isReopened(place.module) {
      for object in Self.objects(below: place.path) { LocalFiles.remove(object) }
    }
  }

  private static func objects(below folder: String) -> [String] {
    LocalFiles.entries(in: folder).flatMap { entry -> [String] in
      let path = "\(folder)/\(entry.name)"
      if entry.isFolder { return entry.isLink ? [] : objects(below: path) }
      return entry.name.hasSuffix(".o") ? [path] : []
    }
  }

  /// What the compilers keep of C modules that they have read. Swift modules that are kept beside those come with the
  /// toolchain, and take long to make.
  func removeModuleCaches() {
    for cache in moduleCaches {
      for name in LocalFiles.names(in: cache) where !name.hasSuffix(".swiftmodule") {
        LocalFiles.removeTree("\(cache)/\(name)")
      }
    }
  }
}
