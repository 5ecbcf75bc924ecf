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
