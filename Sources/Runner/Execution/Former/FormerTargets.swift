import Base

/// Outputs of targets that are no longer there. Left where they are, an `import` or a `canImport` of a
/// module that is gone would still find it.
///
/// Nor does SwiftPM compile again what asked for a module that has come or gone: the compiler goes by the modules that
/// it found. So whatever mentions one of those is made anew.
struct FormerTargets {
  let scratch: String
  let engine: any EngineForm
  let workspace: RunWorkspace

  private var record: String { "\(scratch)/ambit-targets" }

  /// Deletes what earlier builds left of targets that are not among `kept`, and of those that mention one which was
  /// not there or is not any more; and remembers those that are.
  func sweep(kept: Set<String>) throws(RunError) {
    let now = kept.sorted().joined(separator: "\n")
    let text = LocalFiles.read(record).map { String(decoding: $0, as: UTF8.self) }
    guard now != text else { return }
    if let text {
      let before = Set(text.split(separator: "\n").map(String.init))
      let changed = Set(before.symmetricDifference(kept).map(ModuleNames.compiled))
      let former = Set(before.subtracting(kept).map { Substring(ModuleNames.compiled($0)) })
      let outdated = former.union(workspace.compiledNames(mentioning: changed))
      engine.outputs(in: scratch).remove(where: outdated.contains)
    }
    guard LocalFiles.replace(record, with: Array(now.utf8)) else { throw .unwritable(record) }
  }
}

/// Outputs of packages from outside the workspace. Which modules those have is nowhere said, so when anything about
/// them changes, all that is not the workspace's own goes, and whatever asks whether some module can be imported.
struct FormerExternals {
  let scratch: String
  let engine: any EngineForm
  let workspace: RunWorkspace
  let kept: BuildGroup.KeptOutputs

  private var record: String { "\(scratch)/ambit-externals" }

  /// Returns whether there was a change.
  func sweep() throws(RunError) -> Bool {
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

  /// After a build of `root` alone. Where its lockfile did not say all, SwiftPM has written what it chose, and the
  /// outputs are of that.
  func settle(_ root: PackageRun) throws(RunError) {
    guard let planned = kept.externals.pins[root.folder] else { return }
    let lockfile = LocalFiles.read("\(root.absoluteFolder)/\(PackageFile.lockfile)")
    let written = lockfile.flatMap(ResolvedPins.init(parsing:)) ?? ResolvedPins()
    guard written != planned || written.isEmpty else { return }
    // Somebody else may have written it meanwhile, and what is not pinned may be another version the next time.
    guard written.areAll(checkedOutIn: scratch) else { return LocalFiles.remove(record) }
    try remember(kept.externals.with(written, for: root.folder))
  }

  private func remember(_ externals: ExternalNeeds) throws(RunError) {
    guard LocalFiles.replace(record, with: Array(externals.text.utf8)) else { throw .unwritable(record) }
  }
}

extension RunWorkspace {
  /// As the compiler knows them, the modules of which a source holds one of `words`.
  fileprivate func compiledNames(mentioning words: Set<String>) -> Set<Substring> {
    Set(
      sourceFolders.filter { SourceWords.hold(anyOf: words, below: $0.value) }
        .map { Substring(ModuleNames.compiled($0.key.name)) })
  }
}

/// What names sources mention, wherever they do: in code, in `canImport`, or in a comment.
enum SourceWords {
  /// Whether a Swift source below `folder` holds one of `words`, each an identifier.
  static func hold(anyOf words: Set<String>, below folder: String) -> Bool {
    var pending = [folder]
    while let next = pending.popLast() {
      for entry in LocalFiles.entries(in: next) {
        let path = "\(next)/\(entry.name)"
        if entry.isFolder {
          // A link may lead back to where it stands.
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

  /// Whether a byte may be part of an identifier.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
