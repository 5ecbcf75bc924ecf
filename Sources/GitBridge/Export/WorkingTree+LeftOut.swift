import Platform
package import Support

extension WorkingTree {
  /// The first tracked file that a sparse checkout left out and that is wanted. Selection takes such files as
  /// the index has them; a build would miss them.
  package func leftOutFile(where isWanted: (RelativePath) -> Bool) -> RelativePath? {
    for (position, entry) in snapshot.index.entries.enumerated() where entry.isSkipped {
      let path = RelativePath(snapshot.index.path(at: position))
      let file = Array(repository.workingFolder.utf8) + [UInt8(ascii: "/")] + path.bytes
      if isWanted(path), FileFacts(of: file) == nil { return path }
    }
    return nil
  }
}
