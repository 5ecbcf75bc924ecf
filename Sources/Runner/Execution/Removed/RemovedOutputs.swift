import Base
import Graph

/// Outputs of targets, products, external packages and headers that no longer exist, are new or of another kind.
struct RemovedOutputs {
  let scratch: String
  let engine: any EngineForm
  let workspace: RunWorkspace

  /// Deletes the outputs that other facts than those of `now` decided. Returns true when SwiftPM's remembered plan may
  /// be outdated too.
  func sweep(from before: ScratchRecord, to now: ScratchRecord) -> Bool {
    if before.targets != now.targets { sweepTargets(before.targets, now.targets) }
    let products = before.products.filter { now.products[$0.key] != $0.value }
    if !products.isEmpty { sweepProducts(Set(products.keys)) }
    let hasOtherExternals = before.externals != now.externals
    if hasOtherExternals { sweepExternals(now.targets) }
    let packages = before.headers.filter { now.headers[$0.key] != $0.value }.keys
    if !packages.isEmpty { sweepHeaders(of: packages) }
    return hasOtherExternals || !packages.isEmpty
  }

  /// Deletes outputs of targets that are gone, and of modules that mention an added or removed target. An `import` or a
  /// `canImport` would still find the module.
  ///
  /// SwiftPM does not recompile a source whose `canImport` now has another answer. The compiler only notes modules that
  /// it found. So every module that mentions such a target is recompiled.
  private func sweepTargets(_ before: Set<String>, _ kept: Set<String>) {
    let changed = Set(before.symmetricDifference(kept).map(ModuleNames.compiled))
    let previous = Set(before.subtracting(kept).map { Substring(ModuleNames.compiled($0)) })
    let outdated = previous.union(modules(mentioning: changed))
    engine.outputs(in: scratch).remove(where: outdated.contains)
  }

  /// Deletes executables, libraries, test bundles, resource bundles, and the folders with the lists of their objects. A
  /// test that looks for a program beside itself would find the one of an earlier build. An executable may have become
  /// a library of the same name.
  private func sweepProducts(_ previous: Set<String>) {
    for folder in engine.productFolders(in: scratch) {
      for name in LocalFiles.names(in: folder)
      where ProductFile.names(of: name).contains(where: previous.contains) {
        LocalFiles.removeTree("\(folder)/\(name)")
      }
    }
  }

  /// Deletes all outputs but the workspace's own. Nothing lists the modules of packages from outside the workspace.
  /// Modules with a `canImport` are deleted too.
  private func sweepExternals(_ targets: Set<String>) {
    let outputs = engine.outputs(in: scratch)
    guard !outputs.isEmpty else { return }
    let own = Set(targets.map { Substring(ModuleNames.compiled($0)) })
    let asking = modules(mentioning: ["canImport"])
    outputs.remove { !own.contains($0) || asking.contains($0) }
  }

  /// Deletes the outputs of C sources in packages with other files than before, and of their dependents.
  ///
  /// A compiler notes the files that it read, and not those that it missed. So SwiftPM does not recompile a source whose
  /// `__has_include` would now find a file. It also misses a new header that would now come first. Swift code that
  /// imports such a module has the same problem, since the compiler caches headers.
  private func sweepHeaders(of packages: some Sequence<RelativePath>) {
    let roots = workspace.modules(ofPackages: packages).filter { module in
      workspace.sourceFolder(of: module).map { SourceFiles.mayBeNative(below: $0) } ?? false
    }
    let outputs = engine.outputs(in: scratch)
    outputs.remove(where: workspace.reached(from: roots).compiledNames.contains)
    outputs.removeModuleCaches()
  }

  /// Returns the compiled names of the modules with a source that holds one of `words`.
  private func modules(mentioning words: Set<String>) -> Set<Substring> {
    workspace.sourceFolders.filter { SourceWords.hold(anyOf: words, below: $0.value) }.keys.compiledNames
  }
}

/// The words in sources, wherever they stand: in code, in a `canImport`, or in a comment.
enum SourceWords {
  /// Returns true when a Swift source below `folder` holds one of `words`. Each word is an identifier.
  static func hold(anyOf words: Set<String>, below folder: String) -> Bool {
    !SourceFiles.visit(folder) { path, ending in
      guard ending == "swift", let bytes = LocalFiles.read(path) else { return true }
      return !holds(bytes, anyOf: words)
    }
  }

  private static func holds(_ bytes: [UInt8], anyOf words: Set<String>) -> Bool {
    // Identifiers may contain bytes beyond ASCII.
    bytes.split(whereSeparator: { !$0.isASCIIWord && $0 < 0x80 }).contains {
      words.contains(String(decoding: $0, as: UTF8.self))
    }
  }
}

/// The files in a product folder.
enum ProductFile {
  private static let endings: Set<Substring> = [
    "product", "xctest", "resources", "bundle", "so", "a", "dylib", "dll", "exe", "lib", "artifactbundle",
  ]

  /// Returns the products to which a file of this name may belong.
  static func names(of file: String) -> [String] {
    let ending = SourceFiles.ending(of: file)
    let stem = endings.contains(ending) ? String(file.dropLast(ending.utf8.count + 1)) : file
    let hosts = ["-tool", "-test-runner"].filter(stem.hasSuffix).map { String(stem.dropLast($0.count)) }
    let library = stem.hasPrefix("lib") ? [String(stem.dropFirst("lib".count))] : []
    return [stem] + hosts + library
  }
}

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
