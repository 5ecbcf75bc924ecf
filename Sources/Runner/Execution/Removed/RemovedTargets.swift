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
