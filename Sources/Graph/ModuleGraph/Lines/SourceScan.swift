package import Base
package import SwiftSources
import Xcode

/// Counts lines and test cases in the sources of all modules, and reads as few files as it can. A folder's counts are
/// kept under the id of its content. A tree knows that id for most folders without looking inside.
///
/// A module's sources are those in its own folder, those of an Xcode target are its members. Sources at the end of a link
/// count for the module in whose folder they lie.
package struct SourceScan {
  private let cacheFile: String?
  private let jobs: Int

  /// `cacheFolder` is nil when nothing can be kept.
  package init(cacheFolder: String?, jobs: Int) {
    cacheFile = cacheFolder.map { $0 + "/lines-2.table" }
    self.jobs = jobs
  }

  /// Returns the counts by module, and the files that could not be read.
  package func facts(
    of graph: WorkspaceGraph, in tree: any FileTree
  ) throws(Failure) -> (facts: Indexed<ModuleIndex, SourceFacts>, unread: [RelativePath]) {
    var table = SourceTable(decoding: cacheFile.flatMap { LocalFiles.read($0) })
    var facts = Indexed<ModuleIndex, SourceFacts>(repeating: SourceFacts(), count: graph.modules.count)
    var unknown: [UnknownSources] = []
    let copied = graph.copiedResources
    for (index, module) in graph.modules.numbered {
      var key: ContentID?
      var (files, areKnown): ([ScannedFile], Bool)
      if let target = module.target {
        (files, areKnown) = (try target.sources(in: tree), true)
      } else if let root = graph.sources(of: index, without: copied) {
        key = try tree.folderID(of: root.folder).flatMap(root.key)
        if let found = key.flatMap({ table.find($0) }) {
          facts[index] = found
          continue
        }
        (files, areKnown) = try root.files(in: tree)
      } else {
        continue
      }
      key = key ?? ScannedFile.key(of: files)
      if let found = key.flatMap({ table.find($0) }) {
        facts[index] = found
      } else {
        unknown.append(UnknownSources(module: index, files: files, key: areKnown ? key : nil))
      }
    }
    let unread = read(unknown, in: tree, &facts, &table)
    if let cacheFile, table.hasChanges { LocalFiles.replace(cacheFile, with: table.encoded) }
    return (facts, unread)
  }

  private func read(
    _ unknown: [UnknownSources], in tree: any FileTree, _ facts: inout Indexed<ModuleIndex, SourceFacts>,
    _ table: inout SourceTable
  ) -> [RelativePath] {
    var unread: [RelativePath] = []
    for (sources, counted) in zip(unknown, concurrentMap(unknown, jobs: jobs) { $0.count(in: tree) }) {
      facts[sources.module] = counted.facts
      unread += counted.unread
      if let key = sources.key, counted.unread.isEmpty { table.set(counted.facts, for: key) }
    }
    return Set(unread).sorted()
  }
}

/// The sources of a module that have to be read.
private struct UnknownSources: Sendable {
  let module: ModuleIndex
  let files: [ScannedFile]
  let key: ContentID?

  func count(in tree: any FileTree) -> (facts: SourceFacts, unread: [RelativePath]) {
    var facts = SourceFacts()
    var unread: [RelativePath] = []
    for file in files where file.language != .moduleMap {
      guard let bytes = tree.unchangedContents(of: file.file) else {
        unread.append(file.file.path)
        continue
      }
      if let counted = SourceCounter.facts(of: bytes, file.language) { facts = facts + counted }
    }
    return (facts, unread)
  }
}

extension ProjectTarget {
  /// Returns the sources that the target lists. Sources in a folder of resources are none.
  fileprivate func sources(in tree: some FileTree) throws(Failure) -> [ScannedFile] {
    try files(in: tree).compactMap { file in
      guard file.kind == .file || file.kind == .executable,
        let language = SourceLanguage(of: file.path.lastComponent),
        members.files.contains(file.path) || members.folders.contains(where: { $0.holds(file.path) })
      else { return nil }
      return ScannedFile(file: file, path: file.path, language: language)
    }
  }
}

extension WorkspaceGraph {
  /// The resources with the rule `copy` of each module that has any. Each manifest is decoded once, which takes time.
  fileprivate var copiedResources: [ModuleIndex: [RelativePath]] {
    var found: [ModuleIndex: [RelativePath]] = [:]
    for package in packages where package.modules.contains(where: { !modules[$0].layout.declared.isEmpty }) {
      let targets = Dictionary(package.manifest?.targets.map { ($0.name, $0) } ?? []) { first, _ in first }
      for module in package.modules {
        let copied = targets[modules[module].id.name]?.resources.filter { $0.rule == "copy" } ?? []
        if !copied.isEmpty { found[module] = copied.map { RelativePath(Array($0.path.utf8)) } }
      }
    }
    return found
  }

  /// Returns the folder to count; nil for a module without files here. Resources with the rule `copy` are not sources.
  fileprivate func sources(
    of index: ModuleIndex, without copied: [ModuleIndex: [RelativePath]]
  ) -> ScanRoot? {
    let module = modules[index]
    guard module.kind != .unknown, module.kind != .binary, var root = ScanRoot.own(of: module.layout) else {
      return nil
    }
    guard !module.layout.declared.isEmpty else { return root }
    root.excluded = (root.excluded + (copied[index] ?? [])).sorted()
    return root
  }
}

/// The counts of folders by the id of their content, so that no content is read twice.
struct SourceTable {
  private static let form = SealedForm("ambit-lines", version: 2)
  /// A table with more entries drops those that the last run did not use.
  private static let largestCount = 200_000

  private var facts: [ContentID: SourceFacts] = [:]
  private var used: Set<ContentID> = []
  private(set) var hasChanges = false

  /// Bytes that are damaged or of another version give an empty table. The files can fill it again.
  init(decoding bytes: [UInt8]?) {
    guard let content = Self.form.open(bytes) else { return }
    var reader = ByteReader(content)
    guard (try? reader.fixed()) == SourceCounter.version,
      let found = try? reader.value([ContentID: SourceFacts].self), reader.isAtEnd
    else { return }
    facts = found
  }

  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.fixed(SourceCounter.version)
    (facts.count > Self.largestCount ? facts.filter { used.contains($0.key) } : facts).write(to: &writer)
    return Self.form.seal(writer.bytes)
  }

  mutating func find(_ id: ContentID) -> SourceFacts? {
    guard let found = facts[id] else { return nil }
    used.insert(id)
    return found
  }

  mutating func set(_ found: SourceFacts, for id: ContentID) {
    facts[id] = found
    used.insert(id)
    hasChanges = true
  }
}

extension SourceFacts: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    for number in [files, lines.code, lines.comment, lines.blank, tests] { writer.count(number) }
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let files = try reader.count()
    let lines = LineCount(code: try reader.count(), comment: try reader.count(), blank: try reader.count())
    self.init(files: files, lines: lines, tests: try reader.count())
  }
}
