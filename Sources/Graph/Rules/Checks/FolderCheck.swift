package import Base
import SwiftSources
import Xcode

/// Checks `folders`: no part of a folder names types of another part, except where the rule allows it.
///
/// Names in the text decide, so nothing has to be built. Only files of one module are compared: types of other modules
/// need an import, which other rules are for. A name that several parts declare is left alone.
struct FolderCheck {
  let context: RuleContext
  let jobs: Int

  func findings() throws(Failure) -> [LintFinding] {
    var found: [LintFinding] = []
    for rule in context.rules.folders {
      let parts = try FolderParts(rule, in: context.facts.tree)
      for module in context.facts.listed { found += try findings(in: module, rule, parts) }
    }
    return found
  }

  /// A file of the module with its part and its names.
  private struct File {
    let path: RelativePath
    let part: FolderPart
    let names: SourceNames
  }

  private func findings(in module: ModuleIndex, _ rule: FolderRule, _ parts: FolderParts) throws(Failure)
    -> [LintFinding]
  {
    let files = try files(of: context.facts.module(module), parts)
    let declaring = Self.declaringParts(files)
    var found: [LintFinding] = []
    var told: Set<String> = []
    for file in files {
      for (name, offset) in file.names.uses.sorted(by: { $0.value < $1.value }) {
        guard let other = declaring[name], !rule.allows(file.part, other, naming: name) else { continue }
        // A part has one finding for each name, so that moved lines and files leave a baseline as it is.
        let subject = "\(file.part.folder) \(name)"
        guard told.insert(subject).inserted else { continue }
        let bytes = try context.facts.tree.contents(of: file.path) ?? []
        let position = TextPosition(of: offset, in: bytes)
        found.append(
          LintFinding(
            rule: .folderBorder, package: context.id(module).package, module: context.id(module),
            subject: subject,
            site: ImportSite(file: file.path, line: position.line, column: position.column),
            message: "\(file.part) names \(name), which \(other) declares", why: rule.demand,
            mend:
              "move the type to a shared folder, or pass a value of a shared type; to allow this use, "
              + "add it to \"shared\" or \"allow\" in \"rules.folders\""))
      }
    }
    return found
  }

  private func files(of module: ModuleNode, _ parts: FolderParts) throws(Failure) -> [File] {
    let members = module.target?.members
    let folder = module.layout.folder
    let wanted = parts.files.filter { file in
      if let members { return members.isOwn(file.path) }
      guard let folder, folder.isInside(file.part.folder) || file.part.folder.isInside(folder) else {
        return false
      }
      return module.layout.owns(file.path)
    }
    // A module with one part has no border.
    guard Set(wanted.map(\.part)).count > 1 else { return [] }
    let tree = context.facts.tree
    return try concurrentMap(wanted, jobs: jobs) { file throws(Failure) in
      File(path: file.path, part: file.part, names: SourceNames(in: try tree.contents(of: file.path) ?? []))
    }
  }

  /// Returns the part of each type that one part alone declares.
  private static func declaringParts(_ files: [File]) -> [String: FolderPart] {
    var declaring: [String: Set<FolderPart>] = [:]
    for file in files {
      for name in file.names.visible { declaring[name, default: []].insert(file.part) }
    }
    let types = files.reduce(into: Set<String>()) { $0.formUnion($1.names.types) }
    return declaring.filter { types.contains($0.key) && $0.value.count == 1 }.compactMapValues(\.first)
  }
}

/// A direct subfolder of a folder that a rule is for.
struct FolderPart: Sendable, Hashable, CustomStringConvertible {
  let folder: RelativePath

  var name: RelativePath { RelativePath(Array(folder.lastComponent)) }

  /// `Features/Change`
  var description: String { "\(RelativePath(Array(folder.parent.lastComponent)).appending(name))" }
}

/// The parts of the folders that match a rule, and their Swift files.
package struct FolderParts {
  let files: [(path: RelativePath, part: FolderPart)]

  package init(_ rule: FolderRule, in tree: any FileTree) throws(Failure) {
    let sources = try tree.files { name, kind in
      (kind == .file || kind == .executable) && name.suffix(6).elementsEqual(".swift".utf8)
    }
    var partOfFolder: [RelativePath: FolderPart?] = [:]
    files = sources.compactMap { file in
      let folder = file.path.parent
      if partOfFolder[folder] == nil { partOfFolder[folder] = .some(Self.part(of: folder, rule)) }
      return partOfFolder[folder]?.map { (path: file.path, part: $0) }
    }
  }

  private static func part(of folder: RelativePath, _ rule: FolderRule) -> FolderPart? {
    let components = folder.components
    return components.indices.first { rule.folder.matches(Array(components[..<$0])) }.map { index in
      FolderPart(folder: RelativePath(Array(components[...index].joined(separator: [UInt8(ascii: "/")]))))
    }
  }

  /// Returns the patterns of the rule that match no folder, with their keys.
  package func unmatched(_ rule: FolderRule) -> [(key: String, pattern: String)] {
    guard !files.isEmpty else { return [("in", rule.folder.pattern)] }
    let names = Set(files.map(\.part.name))
    return rule.allow.flatMap { entry in
      ([("from", entry.from)] + entry.to.map { ("to", $0) }).filter { _, pattern in
        !names.contains { pattern.matches($0) }
      }.map { ("allow.\($0)", $1.pattern) }
    }
  }
}

extension FolderRule {
  fileprivate func allows(_ part: FolderPart, _ other: FolderPart, naming name: String) -> Bool {
    part == other || shared.contains { $0.matches(RelativePath(name)) }
      || allow.contains { entry in
        entry.from.matches(part.name) && entry.to.contains { $0.matches(other.name) }
      }
  }

  fileprivate var demand: String {
    let reason = because.map { ": \($0)" } ?? ""
    return "subfolders of \"\(folder.pattern)\" do not use types of each other\(reason)"
  }
}
