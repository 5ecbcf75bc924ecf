import Base
import Graph

/// The outputs of single modules in a scratch folder, for all configurations and platforms.
struct ModuleOutputs {
  /// The outputs, each with the compiled name of its module.
  private var places: [(module: Substring, path: String)] = []
  /// The bundles to which resources were copied.
  var bundles: [String] = []
  /// The folders in which compilers cache other modules.
  var caches: [String] = []

  mutating func add(_ path: String, of module: Substring) { places.append((module, path)) }

  var isEmpty: Bool { places.isEmpty }

  func remove(where isFormer: (Substring) -> Bool) {
    for place in places where isFormer(place.module) { LocalFiles.removeTree(place.path) }
    for bundle in bundles where Self.targets(of: bundle).contains(where: isFormer) {
      LocalFiles.removeTree(bundle)
    }
  }

  /// Returns the modules to which `Shop_Cart.resources` may belong. The name of a package or target may have an
  /// underscore itself.
  private static func targets(of bundle: String) -> [Substring] {
    let name = LocalFiles.name(of: bundle)
    let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
    return stem.indices.filter { stem[$0] == "_" }.map {
      Substring(ModuleNames.compiled(String(stem[$0...].dropFirst())))
    }
  }

  /// Removes only the objects. SwiftPM writes other files beside them while it plans, and those must stay.
  func removeObjects(where isReopened: (Substring) -> Bool) {
    for place in places where isReopened(place.module) {
      if place.path.hasSuffix(".o") { LocalFiles.remove(place.path) }
      for object in Self.objects(below: place.path) { LocalFiles.remove(object) }
    }
  }

  /// Removes the objects of some sources of one module. Returns true when each source had an object. Other files, such
  /// as resources, have none and need another way.
  func removeObjects(of sources: Set<String>, in module: Substring) -> Bool {
    var missing = sources
    for place in places where place.module == module {
      for object in Self.objects(below: place.path) {
        for source in sources where Self.isObject(LocalFiles.name(of: object), of: source) {
          missing.remove(source)
          LocalFiles.remove(object)
        }
      }
    }
    return missing.isEmpty
  }

  /// True for `A.swift.o`, for `A.o`, and for `A-` with a suffix that tells two sources of one name apart.
  private static func isObject(_ object: Substring, of source: String) -> Bool {
    let stem = source[..<(source.lastIndex(of: ".") ?? source.endIndex)]
    return object == "\(source).o" || object == "\(stem).o" || object.hasPrefix("\(stem)-")
  }

  static func objects(below folder: String) -> [String] { files(below: folder, ".o") }

  static func files(below folder: String, _ ending: String) -> [String] {
    LocalFiles.entries(in: folder).flatMap { entry -> [String] in
      let path = "\(folder)/\(entry.name)"
      if entry.isFolder { return entry.isLink ? [] : files(below: path, ending) }
      return entry.name.hasSuffix(ending) ? [path] : []
    }
  }

  /// Returns a moment after the last compilation of these modules began. The driver writes its notes when a compilation
  /// has ended.
  func lastCompiled(where isMeant: (Substring) -> Bool) -> FileTime? {
    places.filter { isMeant($0.module) }.flatMap { Self.files(below: $0.path, ".priors") }
      .compactMap { FileTimes(of: $0).map { FileTime(nanoseconds: $0.written) } }.max()
  }

  /// Removes the cached C modules. The cached Swift modules come with the toolchain and take long to compile, so they
  /// stay.
  func removeModuleCaches() {
    for cache in caches {
      for name in LocalFiles.names(in: cache) where !name.hasSuffix(".swiftmodule") {
        LocalFiles.removeTree("\(cache)/\(name)")
      }
    }
  }
}

extension Sequence<ModuleID> {
  /// The names under which the outputs of these modules lie.
  var compiledNames: Set<Substring> { Set(map { Substring(ModuleNames.compiled($0.name)) }) }
}
