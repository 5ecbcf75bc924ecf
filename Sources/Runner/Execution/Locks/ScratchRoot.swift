import Platform

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
