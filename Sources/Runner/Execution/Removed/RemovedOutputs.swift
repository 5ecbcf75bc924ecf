import Base

/// Outputs of targets that no longer exist. An `import` or a `canImport` would still find the module.
///
/// SwiftPM does not recompile a source whose `canImport` now has another answer. The compiler only notes modules that
/// it found. So every module that mentions an added or removed target is recompiled.
struct RemovedTargets {
  let scratch: String
  let engine: any EngineForm
  let workspace: RunWorkspace

  private var record: String { "\(scratch)/ambit-targets" }

  /// Deletes outputs of targets that are not in `kept`, and of modules that mention an added or removed target. Records
  /// `kept`.
  func sweep(kept: Set<String>) throws(Failure) {
    let now = kept.sorted().joined(separator: "\n")
    let text = LocalFiles.read(record).map { String(decoding: $0, as: UTF8.self) }
    guard now != text else { return }
    if let text {
      let before = Set(text.split(separator: "\n").map(String.init))
      let changed = Set(before.symmetricDifference(kept).map(ModuleNames.compiled))
      let previous = Set(before.subtracting(kept).map { Substring(ModuleNames.compiled($0)) })
      let outdated = previous.union(workspace.compiledNames(mentioning: changed))
      engine.outputs(in: scratch).remove(where: outdated.contains)
    }
    guard LocalFiles.replace(record, with: Array(now.utf8)) else { throw .scratchUnwritable(record) }
  }
}

/// Outputs of packages from outside the workspace.
///
/// Nothing lists the modules of such packages. So when anything about them changes, all outputs but the workspace's own
/// are deleted. Modules with a `canImport` are deleted too.
struct RemovedExternals {
  let scratch: String
  let engine: any EngineForm
  let workspace: RunWorkspace
  let kept: BuildGroup.KeptOutputs

  private var record: String { "\(scratch)/ambit-externals" }

  /// Deletes the outputs when the external packages have changed. Returns true when they have.
  func sweep() throws(Failure) -> Bool {
    let before = LocalFiles.read(record).map { String(decoding: $0, as: UTF8.self) } ?? ""
    guard before != kept.externals.text else { return false }
    let outputs = engine.outputs(in: scratch)
    if !outputs.isEmpty {
      let own = Set(kept.targets.map { Substring(ModuleNames.compiled($0)) })
      let asking = workspace.compiledNames(mentioning: ["canImport"])
      outputs.remove { !own.contains($0) || asking.contains($0) }
    }
    try remember(kept.externals)
    return true
  }

  /// Call this after a build of `root` alone. When the lockfile lacked pins, SwiftPM has written them, and the outputs
  /// belong to the new lockfile.
  func settle(_ root: PackageRun) throws(Failure) {
    guard let planned = kept.externals.pins[root.folder] else { return }
    let lockfile = LocalFiles.read("\(root.absoluteFolder)/\(PackageFile.lockfile)")
    let written = lockfile.flatMap(ResolvedPins.init(parsing:)) ?? ResolvedPins()
    guard written != planned || written.isEmpty else { return }
    // Somebody else may have written the lockfile meanwhile. A package without a pin may have another version the next
    // time.
    guard written.areAll(checkedOutIn: scratch) else { return LocalFiles.remove(record) }
    try remember(kept.externals.with(written, for: root.folder))
  }

  private func remember(_ externals: ExternalNeeds) throws(Failure) {
    guard LocalFiles.replace(record, with: Array(externals.text.utf8)) else {
      throw .scratchUnwritable(record)
    }
  }
}

extension RunWorkspace {
  /// Returns the compiled names of the modules with a source that holds one of `words`.
  fileprivate func compiledNames(mentioning words: Set<String>) -> Set<Substring> {
    Set(
      sourceFolders.filter { SourceWords.hold(anyOf: words, below: $0.value) }
        .map { Substring(ModuleNames.compiled($0.key.name)) })
  }
}

/// The words in sources, wherever they stand: in code, in a `canImport`, or in a comment.
enum SourceWords {
  /// Returns true when a Swift source below `folder` holds one of `words`. Each word is an identifier.
  static func hold(anyOf words: Set<String>, below folder: String) -> Bool {
    var pending = [folder]
    while let next = pending.popLast() {
      for entry in LocalFiles.entries(in: next) {
        let path = "\(next)/\(entry.name)"
        if entry.isFolder {
          // A link may lead to a folder above itself.
          if !entry.isLink { pending.append(path) }
        } else if SourceFiles.ending(of: entry.name) == "swift", let bytes = LocalFiles.read(path),
          holds(bytes, anyOf: words)
        {
          return true
        }
      }
    }
    return false
  }

  private static func holds(_ bytes: [UInt8], anyOf words: Set<String>) -> Bool {
    bytes.split(whereSeparator: { !isPart($0) }).contains {
      words.contains(String(decoding: $0, as: UTF8.self))
    }
  }

  /// True when a byte may be part of an identifier.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}

/// Products that the workspace no longer has. A test that looks for a program beside itself would find the one of an
/// earlier build.
struct RemovedProducts {
  let scratch: String
  let engine: any EngineForm

  private var record: String { "\(scratch)/ambit-products" }

  /// Deletes products of earlier builds that are not in `kept`, and records `kept`.
  func sweep(kept: Set<String>) throws(Failure) {
    let now = kept.sorted().joined(separator: "\n")
    let text = LocalFiles.read(record).map { String(decoding: $0, as: UTF8.self) }
    guard now != text else { return }
    if let text { remove(Set(text.split(separator: "\n").map(String.init)).subtracting(kept)) }
    guard LocalFiles.replace(record, with: Array(now.utf8)) else { throw .scratchUnwritable(record) }
  }

  /// Deletes executables, libraries, test bundles, resource bundles, and the folders with the lists of their objects.
  private func remove(_ previous: Set<String>) {
    guard !previous.isEmpty else { return }
    for folder in engine.productFolders(in: scratch) {
      for name in LocalFiles.names(in: folder)
      where ProductFile.names(of: name).contains(where: previous.contains) {
        LocalFiles.removeTree("\(folder)/\(name)")
      }
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

/// The headers that C sources found, or missed, in their last compilation.
///
/// A compiler notes the files that it read, and not those that it missed. So SwiftPM does not recompile a source whose
/// `__has_include` would now find a file. It also misses a new header that would now come first. Swift code that
/// imports such a module has the same problem, since the compiler caches headers.
///
/// So the outputs of C sources are deleted when a file comes to their package, or goes. The outputs of dependents go
/// too.
struct RemovedHeaders {
  let scratch: String
  let engine: any EngineForm
  let workspace: RunWorkspace

  private var record: String { "\(scratch)/ambit-headers" }

  /// Deletes the outputs of C sources in packages with other files than before, and records the files. Returns true
  /// when there were such packages. `isFromNothing` is true when nothing was built here before.
  func sweep(_ listings: [RelativePath: PackageListing], isFromNothing: Bool) throws(Failure) -> Bool {
    let current = listings.compactMap { folder, listing in
      listing.included.map { (Self.name(of: folder), (folder, $0)) }
    }
    let before = remembered()
    let now = (before ?? [:]).merging(current.map { ($0, $1.1) }) { _, new in new }
    guard now != before else { return false }
    // Without a record the origin of the outputs is unknown.
    let others =
      before.map { before in current.filter { before[$0.0] != nil && before[$0.0] != $0.1.1 }.map(\.1.0) }
      ?? (isFromNothing ? [] : Array(workspace.packageFolders.keys))
    if !others.isEmpty { discard(others) }
    try remember(now)
    return !others.isEmpty
  }

  private func discard(_ packages: [RelativePath]) {
    let roots = workspace.modules(ofPackages: packages).filter { module in
      workspace.sourceFolder(of: module).map { SourceFiles.mayBeNative(below: $0) } ?? false
    }
    let names = Set(
      workspace.reached(from: roots).map { Substring(ModuleNames.compiled($0.name)) })
    let outputs = engine.outputs(in: scratch)
    outputs.remove(where: names.contains)
    outputs.removeModuleCaches()
  }

  /// Returns a digest, since a folder's name may have spaces or line ends.
  private static func name(of package: RelativePath) -> String {
    SHA256.digest(of: package.bytes).description
  }

  private func remembered() -> [String: String]? {
    guard let bytes = LocalFiles.read(record) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return (String(words.first ?? ""), String(words.last ?? ""))
    }
    return Dictionary(lines) { first, _ in first }
  }

  private func remember(_ listings: [String: String]) throws(Failure) {
    let lines = listings.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    guard LocalFiles.replace(record, with: Array(lines.joined(separator: "\n").utf8)) else {
      throw .scratchUnwritable(record)
    }
  }
}

/// The modules that a build left out, so that they were built by name.
///
/// Their old outputs prove nothing about the next build, which leaves them out as well. So those outputs go before it,
/// and the modules are built by name again.
struct LeftOutModules {
  let scratch: String
  let engine: any EngineForm

  private var record: String { "\(scratch)/ambit-left-out" }

  /// The compiled names.
  private var known: Set<Substring> {
    let text = LocalFiles.read(record).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return Set(text.split(separator: "\n"))
  }

  /// Deletes the outputs of known modules among `modules`, before the modules' packages are built.
  func sweep(_ modules: some Sequence<ModuleID>) {
    guard engine.leavesOut else { return }
    let previous = known.intersection(modules.map(Self.compiled))
    if !previous.isEmpty { engine.outputs(in: scratch).remove(where: previous.contains) }
  }

  /// Call this before the modules are built by name.
  func add(_ modules: some Sequence<ModuleID>) throws(Failure) {
    let all = known.union(modules.map(Self.compiled))
    guard all != known else { return }
    let text = all.sorted().joined(separator: "\n")
    guard LocalFiles.replace(record, with: Array(text.utf8)) else { throw .scratchUnwritable(record) }
  }

  private static func compiled(_ module: ModuleID) -> Substring {
    Substring(ModuleNames.compiled(module.name))
  }
}
