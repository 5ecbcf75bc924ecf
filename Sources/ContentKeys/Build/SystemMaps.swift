import Imports
import Platform
import Support

/// The module maps of a target that has a module with the attribute `[system]`.
///
/// Clang leaves the headers of such a module out of what a compiler of Swift notes as read, so that nobody watches them.
struct SystemMaps {
  /// Where the target's module maps lie; empty where none of them says `[system]`.
  private(set) var folders: [RelativePath] = []

  /// `files` are those that the target's build may read, `root` is the workspace's absolute path.
  init(_ files: [TreeFile], root: String) {
    let root = Array("\(root)/".utf8)
    var pending = files.map(\.path).filter { SourceLanguage(of: $0.lastComponent) == .moduleMap }
    var known = Set(pending)
    var isSystem = false
    while let map = pending.popLast() {
      // An unreadable module map may say anything.
      guard let bytes = try? ByteFiles.contents(of: root + map.bytes, followingLinks: true) else {
        isSystem = true
        continue
      }
      isSystem = isSystem || ModuleMapLexer.hasSystemModule(in: bytes)
      for case .map(let path) in ModuleMapLexer.references(in: bytes) {
        // An absolute path is another machine's, or leads to what keys do not hold.
        let next = map.parent.appending(RelativePath(path))
        if !path.hasPrefix("/"), known.insert(next).inserted { pending.append(next) }
      }
    }
    if isSystem { folders = Set(known.map(\.parent)).sorted() }
  }

  /// True when a header, or a source that lies among headers, can be part of a module that says `[system]`.
  func mayHold(_ file: RelativePath, as kind: InputKind) -> Bool {
    switch kind {
    case .header: !folders.isEmpty
    case .source:
      SourceLanguage(of: file.lastComponent) == .cFamily && folders.contains { file.isInside($0) }
    case .other: false
    }
  }
}
