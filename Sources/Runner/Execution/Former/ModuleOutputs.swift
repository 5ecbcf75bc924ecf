import Base

/// What builds have left of single modules in a scratch folder, of all configurations and platforms.
struct ModuleOutputs {
  /// Each with the name of its module, as the compiler knows it.
  private var places: [(module: Substring, path: String)] = []
  /// What resources were copied to.
  var bundles: [String] = []
  /// Where compilers keep what they have read of other modules.
  var caches: [String] = []

  mutating func add(_ path: String, of module: Substring) { places.append((module, path)) }

  var isEmpty: Bool { places.isEmpty }

  func remove(where isFormer: (Substring) -> Bool) {
    for place in places where isFormer(place.module) { LocalFiles.removeTree(place.path) }
    for bundle in bundles where Self.targets(of: bundle).contains(where: isFormer) {
      LocalFiles.removeTree(bundle)
    }
  }

  /// Whom `Shop_Cart.resources` may belong to: a package or a target may have a line in its name as well.
  private static func targets(of bundle: String) -> [Substring] {
    let name = bundle[(bundle.lastIndex(of: "/") ?? bundle.startIndex)...].dropFirst()
    let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)]
    return stem.indices.filter { stem[$0] == "_" }.map {
      Substring(ModuleNames.compiled(String(stem[$0...].dropFirst())))
    }
  }

  /// The objects alone, so that what else lies with them and is written while SwiftPM plans stays.
  func removeObjects(where isReopened: (Substring) -> Bool) {
    for place in places where isReopened(place.module) {
      if place.path.hasSuffix(".o") { LocalFiles.remove(place.path) }
      for object in Self.objects(below: place.path) { LocalFiles.remove(object) }
    }
  }

  /// Removes the objects of some sources of one module. Returns whether each of them had one: what is no object's source,
  /// such as a resource, cannot be made anew like that.
  func removeObjects(of sources: Set<String>, in module: Substring) -> Bool {
    var missing = sources
    for place in places where place.module == module {
      for object in Self.objects(below: place.path) {
        let name = object[(object.lastIndex(of: "/") ?? object.startIndex)...].dropFirst()
        for source in sources where Self.isObject(name, of: source) {
          missing.remove(source)
          LocalFiles.remove(object)
        }
      }
    }
    return missing.isEmpty
  }

  /// `A.swift.o`, `A.o`, or `A-` with something that tells two sources of one name apart.
  private static func isObject(_ object: Substring, of source: String) -> Bool {
    let stem = source[..<(source.lastIndex(of: ".") ?? source.endIndex)]
    return object == "\(source).o" || object == "\(stem).o" || object.hasPrefix("\(stem)-")
  }

  static func objects(below folder: String) -> [String] { files(below: folder, ".o") }

  private static func files(below folder: String, _ ending: String) -> [String] {
    LocalFiles.entries(in: folder).flatMap { entry -> [String] in
      let path = "\(folder)/\(entry.name)"
      if entry.isFolder { return entry.isLink ? [] : files(below: path, ending) }
      return entry.name.hasSuffix(ending) ? [path] : []
    }
  }

  /// A moment after the last compilations of these modules had begun: the driver writes what it knows of one when it has ended.
  func lastCompiled(where isMeant: (Substring) -> Bool) -> FileTime? {
    places.filter { isMeant($0.module) }.flatMap { Self.files(below: $0.path, ".priors") }
      .compactMap { FileTimes(of: $0).map { FileTime(nanoseconds: $0.written) } }.max()
  }

  /// What the compilers keep of C modules that they have read. Swift modules that are kept beside those come with the
  /// toolchain, and take long to make.
  func removeModuleCaches() {
    for cache in caches {
      for name in LocalFiles.names(in: cache) where !name.hasSuffix(".swiftmodule") {
        LocalFiles.removeTree("\(cache)/\(name)")
      }
    }
  }
}
