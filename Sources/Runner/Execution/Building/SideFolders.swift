import Base

/// What lies beside a group's scratch folder under its name, a dot and a word. Nothing in there outlives a run.
struct SideFolders {
  private let group: BuildGroup

  init(of group: BuildGroup) {
    self.group = group
  }

  /// Where single modules are compiled from nothing.
  var confirmation: String { beside("confirm") }

  /// Where a single module is compiled against what others left.
  var lone: String { beside("lone") }

  /// Where the scratch folder goes that could not be relied on.
  var discarded: String { beside("discarded") }

  /// Where a package is built as if nothing had ever been built; for a package that is always built by itself, its own
  /// scratch folder.
  func alone(_ package: RelativePath) -> String {
    let name = ScratchName.alone(package)
    return group.name == name ? group.scratchFolder : beside(name)
  }

  private func beside(_ word: String) -> String { "\(group.scratchFolder).\(word)" }

  /// Deletes what earlier runs left.
  func sweep() {
    let root = LocalFiles.folder(of: group.scratchFolder)
    guard let name = group.scratchFolder.path(below: root) else { return }
    for entry in LocalFiles.entries(in: root) where entry.isFolder && entry.name.hasPrefix("\(name).") {
      LocalFiles.removeTree("\(root)/\(entry.name)")
    }
  }
}
