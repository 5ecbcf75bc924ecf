import Base

/// Records the place of the workspace beside its scratch folders. All outputs contain absolute paths, so they are
/// useless at another place.
package enum ScratchPlace {
  private static let name = "place"
  /// The number of shared scratch folders that a workspace usually has at most.
  private static let usual = 8

  /// Returns the absolute place. nil when nothing was built yet, or only by an Ambit that did not record it.
  package static func noted(inWorkspace workspace: String) -> String? {
    LocalFiles.read("\(ScratchRoot.path(inWorkspace: workspace))/\(name)").flatMap { bytes in
      let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return text.hasPrefix("/") ? text : nil
    }
  }

  /// Records where the next builds of a workspace will seem to happen. The workspace must have no scratch folders.
  package static func note(_ place: String, inWorkspace workspace: String) throws(RunError) {
    let root = ScratchRoot.path(inWorkspace: workspace)
    try ScratchRoot.prepare(root)
    let file = "\(root)/\(name)"
    guard LocalFiles.replace(file, with: Array("\(place)\n".utf8), permissions: 0o644) else {
      throw .unwritable(file)
    }
  }

  /// True when nothing is built in a workspace yet. Folders with a dot in their names are side folders, and do not
  /// count.
  package static func isEmpty(inWorkspace workspace: String) -> Bool {
    scratchNames(ScratchRoot.path(inWorkspace: workspace)).isEmpty
  }

  /// Returns the files with which SwiftPM locks scratch folders. They lie in the temporary folder and are named after
  /// the scratch folder's path. So workspaces that are seen at one place need different ones.
  package static func swiftPMLocks(inWorkspace origin: String, seenAt place: String, temporary: String)
    -> [String]
  {
    let shared = (0..<usual).map { ScratchName.shared($0) }
    return Set(shared).union(scratchNames(ScratchRoot.path(inWorkspace: origin))).sorted().map {
      ScratchLock.swiftPMLock(on: "\(ScratchRoot.path(inWorkspace: place))/\($0)", temporary: temporary)
    }
  }

  /// Removes outputs that were built at another place, and says so. The caller must hold no scratch folder: two runs
  /// would wait for each other's.
  static func settle(in root: String, _ locks: ScratchLocks) throws(RunError) {
    guard root.hasSuffix(ScratchRoot.inWorkspace) else { return }
    let workspace = String(root.dropLast(ScratchRoot.inWorkspace.count))
    guard noted(inWorkspace: workspace) != workspace else { return }
    let own = try locks.take("\(root)/\(name)")
    defer { withExtendedLifetime(own) {} }
    // Another run may have settled the place meanwhile.
    let previous = noted(inWorkspace: workspace)
    guard previous != workspace else { return }
    if let previous {
      locks.tell("build output from \"\(previous)\" cannot be used at \"\(workspace)\": rebuilding")
      for name in scratchNames(root) {
        let folder = "\(root)/\(name)"
        let lock = try locks.take(folder)
        // Side folders go first. Without the main folder they would look as if nothing had been built.
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

  /// Makes the folder, and hides it from Git. Nothing is written through a symbolic link in place of the folder, of a
  /// scratch folder or of a lock.
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
