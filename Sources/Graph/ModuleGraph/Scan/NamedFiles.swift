package import Base
import SwiftSources

/// Finds names of files in string literals. Such a file belongs to no module, or to one test module alone, unless a
/// literal names it.
///
/// A component of a path counts, and each word of one: `"docs/README.md"`, `"cat README.md LICENSE"`. So does the text
/// between other marks: `"README.md\nLICENSE"`, `"README.md|LICENSE"`. An interpolation, `%` or `*` leaves a part open,
/// and so does the result: `"\(name).md"` gives `*.md`.
struct NamedFiles {
  private let wanted: NameSet
  private let base: UnsafeBufferPointer<UInt8>
  private var found: Set<String> = []

  /// Digits of a digest over the rules below and the names that are looked for in every source. Results that were found
  /// with others are not used.
  static let version: UInt32 = SHA256.digest(
    of: (["each word", "between marks", "added endings in readers", "paths"] + HarmlessFiles.literals)
      .joined(separator: "\n").utf8
  ).bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }

  private static let always = NameSet(HarmlessFiles.literals)
  /// The least length of a suffix that counts. Shorter ones end too many names.
  private static let leastLength = 3
  /// The least length of a prefix that counts. Shorter ones, such as `code`, begin too many ordinary words.
  private static let leastHead = 6
  private static let mostLength = 128

  /// Returns the usual names together with `more`.
  static func wanted(_ more: [String]) -> NameSet {
    more.isEmpty ? always : NameSet(HarmlessFiles.literals + more)
  }

  /// Returns the names in the literals of a source, in lower case, sorted, each once.
  static func names(in bytes: [UInt8], _ literals: [SourceLiteral], wanted: NameSet) -> [String] {
    guard !literals.isEmpty else { return [] }
    return bytes.withUnsafeBufferPointer { buffer in
      var finder = NamedFiles(wanted: wanted, base: buffer)
      for literal in literals { finder.look(at: literal) }
      guard wanted.plain.contains(Array(LiteralPaths.mark.utf8)) else { return finder.found.sorted() }
      return finder.found.union(LiteralPaths.paths(in: buffer, literals)).sorted()
    }
  }

  private mutating func look(at literal: SourceLiteral) {
    let range = literal.text(in: base)
    lookForEnding(in: range, literal)
    let parts = range.split(omittingEmptySubsequences: false) { Self.breaks.contains(base[$0]) }
    for (number, part) in parts.enumerated() {
      let isBehind = literal.followsHole && number == 0
      let isBefore = literal.precedesHole && number == parts.count - 1
      look(at: part, isBehind, isBefore)
      let words = part.split(omittingEmptySubsequences: false) { Self.blanks.contains(base[$0]) }
      for (place, word) in words.enumerated() where words.count > 1 {
        look(at: word, isBehind && place == 0, isBefore && place == words.count - 1)
      }
      lookBetweenMarks(in: part, isBehind, isBefore, besides: words.count)
    }
  }

  /// Finds the ending of a name that code puts together: `name + ".md"`, `appendingPathExtension("md")`. Programs that
  /// only write documents do so, too, so the source must read files.
  private mutating func lookForEnding(in range: Range<Int>, _ literal: SourceLiteral) {
    guard !literal.followsHole, !literal.precedesHole, (2...Self.mostLength).contains(range.count) else {
      return
    }
    let text = NamePattern.lowercased(range.map { base[$0] })
    let ending = text[0] == UInt8(ascii: ".") ? text : [UInt8(ascii: ".")] + text
    guard isEnding(ending) else { return }
    let before = literal.textBefore(in: base, atMost: Self.extending.count)
    let isAdded = before.last == UInt8(ascii: "+") || before.hasSuffix(Array("+=".utf8))
    guard text == ending ? isAdded : before == Self.extending, FileReading.mayOccur(in: base) else { return }
    found.insert("*" + String(decoding: ending, as: UTF8.self))
  }

  private static let extending = Array("appendingPathExtension(".utf8)

  private mutating func lookBetweenMarks(
    in part: Range<Int>, _ isBehindHole: Bool, _ isBeforeHole: Bool, besides words: Int
  ) {
    let pieces = part.split(omittingEmptySubsequences: false) { Self.otherMarks.contains(base[$0]) }
    // Without marks other than blanks, the pieces are the words.
    guard pieces.count > words else { return }
    for (place, piece) in pieces.enumerated() {
      let (isBehind, isBefore) = (isBehindHole && place == 0, isBeforeHole && place == pieces.count - 1)
      look(at: piece, isBehind, isBefore)
      // The first letter may belong to an escape, as in `\n`.
      if place > 0, base[piece.lowerBound - 1] == UInt8(ascii: "\\") {
        look(at: piece.dropFirst(), isBehind, isBefore)
      }
    }
  }

  private mutating func look(at range: Range<Int>, _ isBehindHole: Bool, _ isBeforeHole: Bool) {
    guard !range.isEmpty, range.count <= Self.mostLength else { return }
    let name = NamePattern.lowercased(range.map { base[$0] })
    let holes = name.indices.filter { Self.holes.contains(name[$0]) }
    let head = isBehindHole ? [] : Array(name[..<(holes.first ?? name.endIndex)])
    let tail = isBeforeHole ? [] : Self.tail(of: name, behind: holes.last)
    if !isBehindHole, !isBeforeHole, holes.isEmpty {
      if !isEnding(name), wanted.contains(name) { found.insert(String(decoding: name, as: UTF8.self)) }
      return
    }
    if mayBegin(head) { found.insert(String(decoding: head, as: UTF8.self) + "*") }
    if mayEnd(tail) { found.insert("*" + String(decoding: tail, as: UTF8.self)) }
  }

  /// Returns the text behind `*`, or behind a conversion such as `%@` or `%02d`.
  private static func tail(of name: [UInt8], behind hole: Int?) -> [UInt8] {
    guard let hole else { return name }
    let rest = name[(hole + 1)...]
    guard name[hole] == UInt8(ascii: "%") else { return Array(rest) }
    return Array(rest.drop(while: Set("0123456789.-+ #$lhzjtq".utf8).contains).dropFirst())
  }

  /// Returns true for a suffix alone, as in `hasSuffix(".md")`. Code that lists kinds of files has many, and names no
  /// file.
  private func isEnding(_ name: [UInt8]) -> Bool {
    wanted.open.contains { $0.prefix.isEmpty && $0.suffix == name }
  }

  private func mayBegin(_ head: [UInt8]) -> Bool {
    head.count >= Self.leastHead
      && (wanted.plain.contains { $0.starts(with: head) }
        || wanted.open.contains { !$0.prefix.isEmpty && $0.prefix.starts(with: head) })
  }

  private func mayEnd(_ tail: [UInt8]) -> Bool {
    guard tail.count >= Self.leastLength else { return false }
    return wanted.plain.contains { $0.hasSuffix(tail) }
      || wanted.open.contains { pattern in
        guard let suffix = pattern.suffix, !suffix.isEmpty else { return false }
        return suffix.hasSuffix(tail) || tail.hasSuffix(suffix)
      }
  }

  private static let breaks = Set("/\n\r".utf8)
  private static let blanks = Set(" \t\"'=:(,;".utf8)
  private static let otherMarks = blanks.union("\\|()[]{}<>&?!`$^#@".utf8)
  private static let holes = Set("%*".utf8)
}

extension ImportScan {
  /// Returns those of the names, in lower case, that some source may contain in a literal.
  package mutating func said(
    _ names: Set<String>, by graph: WorkspaceGraph, in tree: any FileTree
  ) throws(Failure) -> Set<String> {
    let found = try imports(of: graph.seekingNames(names.sorted()).modules.elements, in: tree)
    let said = NameSet(found.byModule.flatMap { $0.flatMap(\.imports.names) })
    // A source that could not be read may contain any name.
    return found.unread.isEmpty ? names.filter { said.contains(Array($0.utf8)) } : names
  }
}

extension WorkspaceGraph {
  /// Returns the graph with the names to look for in the sources of each package. Files that its test targets exclude
  /// lie in folders that other targets may open by name. `more` are looked for everywhere, paths in tests and plugins
  /// and in what plugins need.
  func seekingNames(_ more: [String]) -> WorkspaceGraph {
    var result = self
    // No build shows what programs of plugins read.
    let tools = Set(modules.elements.filter { $0.kind == .plugin }.flatMap(\.edges).map(\.target))
    for package in packages {
      let tests = package.modules.map { modules[$0] }.filter { $0.kind == .test }
      let names = Set(more + tests.flatMap(\.layout.namesOfLeftOut))
      for module in package.modules {
        let hasPaths = LiteralPaths.count(in: modules[module]) || tools.contains(module)
        let marks = hasPaths ? [LiteralPaths.mark] : []
        result.modules[module].layout.soughtNames = names.union(marks).sorted()
      }
    }
    return result
  }

  /// Returns the graph with the names in sources, and in manifests that may read files. A source of `unread` may
  /// contain any.
  func namingFiles(
    _ found: Indexed<ModuleIndex, [ImportScan.Found]>, unread: [RelativePath], _ manifests: [ImpureManifest]
  ) -> WorkspaceGraph {
    var result = self
    for module in modules.indices {
      let isUnknown = unread.contains { path in found[module].contains { path.isInside($0.folder) } }
      let names = found[module].flatMap(\.imports.names) + (isUnknown ? ["*"] : [])
      if !names.isEmpty { result.modules[module].layout.namedFiles = Set(names).sorted() }
    }
    for manifest in manifests {
      guard let package = package(at: manifest.folder).map({ packages[$0] }) else { continue }
      let names = manifest.namedFiles(declaredBy: package, NamedFiles.wanted([]))
      for module in package.modules where !names.isEmpty {
        let layout = result.modules[module].layout
        result.modules[module].layout.namedFiles = Set(layout.namedFiles + names).sorted()
      }
    }
    return result
  }
}

extension TargetLayout {
  /// The names of the target's folder and of the parts excluded in it; none when all of the folder is the target's.
  fileprivate var namesOfLeftOut: [String] {
    guard let folder, sources != nil || !excluded.isEmpty else { return [] }
    let inside = excluded.compactMap { $0.relative(to: folder) }.flatMap(\.components)
    return ([folder.lastComponent] + inside).map {
      String(decoding: NamePattern.lowercased($0), as: UTF8.self)
    }
  }
}

extension ImpureManifest {
  /// Returns the wanted names in literals, except those in the declarations of targets.
  fileprivate func namedFiles(declaredBy package: PackageNode, _ wanted: NameSet) -> [String] {
    let found = NamedFiles.names(
      in: contents, ImportLexer.findings(in: contents).literals, wanted: wanted)
    guard !found.isEmpty else { return [] }
    let targets = package.manifest?.targets ?? []
    let paths = targets.flatMap { target in
      target.exclude + (target.sources ?? []) + target.resources.map(\.path)
        + [target.path, target.publicHeadersPath].compactMap(\.self)
    }
    let declared = Set(paths.flatMap { $0.lowercased().split(separator: "/").map(String.init) })
    return found.filter { !declared.contains($0) }
  }
}

/// The questions of a manifest whose answers may change though the manifest names no changed file.
private struct ManifestQuestions {
  private static let listing = [
    "contentsOfDirectory", "enumerator", "subpaths", "opendir", "scandir", "fts_open", "glob",
  ]

  /// True when the manifest may ask which files are in a folder.
  private let listsFolders: Bool
  /// True when the manifest may also read the files that it finds.
  let readsFound: Bool
  /// True when the manifest may ask Git for the commit.
  private let asksForCommit: Bool
  /// True when the manifest may ask Git whether all changes are committed.
  private let asksForState: Bool

  init(of manifest: ManifestSource) {
    let text = String(decoding: manifest.contents, as: UTF8.self)
    listsFolders = Self.listing.contains { text.contains($0) }
    readsFound = listsFolders && manifest.contents.withUnsafeBufferPointer(FileReading.mayOccur)
    asksForCommit = text.contains("currentCommit")
    asksForState = text.contains("hasUncommittedChanges")
  }

  func concern(_ change: FileChange) -> Bool {
    asksForCommit || asksForState && change.origin != .committed || listsFolders && change.changesNames
  }
}

extension FileChange {
  /// True when a file came or went, as far as that is known.
  fileprivate var changesNames: Bool { existedBefore != existsNow || kind == .typeChanged || mayCoverFolder }
}

extension WorkspaceLoader.Loaded {
  /// Returns the modules of packages whose manifest may see a change, each with the file. The manifest must be able to
  /// read files. It names this one in a literal, or a folder that came or went with the file. Or it lists folders while
  /// a file came or went, names the file's folder and reads what it finds in folders, or asks Git for the commit. Both
  /// revisions' manifests run beside the files on the disk, so their values do not show the change.
  ///
  /// `movedFolders` returns the folders that came or went with a file.
  package func modulesOfManifests(
    naming changes: [FileChange], movedFolders: (FileChange) -> [RelativePath]
  ) -> [ModuleID: RelativePath] {
    guard !impure.isEmpty, !changes.isEmpty else { return [:] }
    let sights = changes.map { change in
      let paths = [change.path] + (change.changesNames ? movedFolders(change) : [])
      return ManifestSight(
        change: change, names: paths.map { NamePattern.lowercased($0.lastComponent) },
        folder: NamePattern.lowercased(change.path.parent.lastComponent))
    }
    let wanted = NameSet(Set(sights.flatMap(\.allNames)).map { String(decoding: $0, as: UTF8.self) })
    var found: [ModuleID: RelativePath] = [:]
    for manifest in impure {
      guard let package = head.package(at: manifest.folder).map({ head.packages[$0] }) else { continue }
      let questions = ManifestQuestions(of: manifest)
      let said = NameSet(ImpureManifest(manifest).namedFiles(declaredBy: package, wanted))
      let seen = sights.first { sight in
        // The values of the package's own manifests are compared.
        let isOwn =
          sight.change.path.parent == manifest.folder
          && PackageFile.isManifest(sight.change.path.lastComponent)
        return !isOwn && sight.names.contains(where: said.contains) || questions.concern(sight.change)
          || questions.readsFound && said.contains(sight.folder)
      }
      guard let file = seen?.change else { continue }
      for module in package.modules { found[head.modules[module].id] = file.path }
    }
    return found
  }
}

/// A change as a manifest may see it.
private struct ManifestSight {
  let change: FileChange
  /// The names of the file, and of the folders that came or went with it, in lower case.
  let names: [[UInt8]]
  /// The name of the file's own folder, in lower case.
  let folder: [UInt8]

  var allNames: [[UInt8]] { names + [folder].filter { !$0.isEmpty } }
}

/// Calls that read the contents of files.
private enum FileReading {
  private static let calls = [
    "contentsOf:", "contentsOfFile", "contents(atPath", "FileHandle", "open(", "ifstream",
  ]

  static func mayOccur(in source: UnsafeBufferPointer<UInt8>) -> Bool {
    let text = String(decoding: source, as: UTF8.self)
    return calls.contains { text.contains($0) }
  }
}
