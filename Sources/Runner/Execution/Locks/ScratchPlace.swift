import Base

/// Where the workspace lay, or seemed to lie, when what is in its scratch folders was built. Absolute paths are baked into all of
/// it, so that it serves nowhere else. A file beside the folders says so.
package enum ScratchPlace {
  private static let name = "place"
  /// As many shared scratch folders as a workspace may well come to have.
  private static let usual = 8

  /// Absolute; nil where nothing was built yet, or by an Ambit that did not say.
  package static func noted(inWorkspace workspace: String) -> String? {
    LocalFiles.read("\(ScratchRoot.path(inWorkspace: workspace))/\(name)").flatMap { bytes in
      let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return text.hasPrefix("/") ? text : nil
    }
  }

  /// Says where the next builds in a workspace will seem to happen. Only for one without scratch folders.
  package static func note(_ place: String, inWorkspace workspace: String) throws(RunError) {
    let root = ScratchRoot.path(inWorkspace: workspace)
    try ScratchRoot.prepare(root)
    let file = "\(root)/\(name)"
    guard LocalFiles.replace(file, with: Array("\(place)\n".utf8), permissions: 0o644) else {
      throw .unwritable(file)
    }
  }

  /// Whether nothing is built in a workspace yet. Folders with a dot stand beside scratch folders, and are none.
  package static func isEmpty(inWorkspace workspace: String) -> Bool {
    scratchNames(ScratchRoot.path(inWorkspace: workspace)).isEmpty
  }

  /// The files by which SwiftPM keeps two builds out of one scratch folder lie among the temporary ones, named after the folder's
  /// path: where several workspaces are seen at one place each needs its own.
  package static func swiftPMLocks(inWorkspace origin: String, seenAt place: String, temporary: String)
    -> [String]
  {
    let shared = (0..<usual).map { ScratchName.shared($0) }
    return Set(shared).union(scratchNames(ScratchRoot.path(inWorkspace: origin))).sorted().map {
      ScratchLock.swiftPMLock(on: "\(ScratchRoot.path(inWorkspace: place))/\($0)", temporary: temporary)
    }
  }

  /// Removes what was built at another place, for whoever holds some of the scratch folders, and says so.
  static func settle(
    in root: String, holding held: Set<String>, _ locks: ScratchLocks
  ) throws(RunError) {
    guard root.hasSuffix(ScratchRoot.inWorkspace) else { return }
    let workspace = String(root.dropLast(ScratchRoot.inWorkspace.count))
    let former = noted(inWorkspace: workspace)
    guard former != workspace else { return }
    if let former {
      locks.tell("what was built at \"\(former)\" cannot serve at \"\(workspace)\": it is built anew")
      for name in scratchNames(root) {
        let folder = "\(root)/\(name)"
        let lock = held.contains(folder) ? nil : try locks.take(folder)
        // What stands beside it goes first: a folder that is gone would look as if nothing had been there.
        for side in LocalFiles.names(in: root) where side.hasPrefix("\(name).") && side != "\(name).lock" {
          LocalFiles.removeTree("\(root)/\(side)")
        }
        LocalFiles.removeTree(folder)
        _ = lock
      }
    }
    try note(workspace, inWorkspace: workspace)
  }

  private static func scratchNames(_ root: String) -> [String] {
    LocalFiles.names(in: root).filter { !$0.contains(".") && LocalFiles.isFolder("\(root)/\($0)") }
  }
}

/// The folder that holds the scratch folders of all groups.
package enum ScratchRoot {
  static let inWorkspace = "/.build/ambit"

  package static func path(inWorkspace root: String) -> String { root + inWorkspace }

  /// Makes the folder, which no Git status shall ever show. Nothing is written through a link that somebody put in its
  /// place, or in that of what lies in it: scratch folders, their locks.
  package static func prepare(_ path: String) throws(RunError) {
    let ignore = "\(path)/.gitignore"
    guard !LocalFiles.isLink(path) else { throw .plantedLink(path) }
    if let link = LocalFiles.entries(in: path).filter(\.isLink).map(\.name).min() {
      throw .plantedLink("\(path)/\(link)")
    }
    guard LocalFiles.makeFolders(path, mode: 0o755) else { throw .unwritable(path) }
    guard !LocalFiles.exists(ignore) else { return }
    guard LocalFiles.write(Array("*\n".utf8), to: ignore) else { throw .unwritable(ignore) }
  }
}
