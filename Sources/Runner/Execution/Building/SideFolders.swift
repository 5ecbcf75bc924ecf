import Base

/// The folders beside a group's scratch folder, named after it with a dot and a word. They do not outlive a run.
struct SideFolders {
  private let group: BuildGroup

  init(of group: BuildGroup) {
    self.group = group
  }

  /// The folder in which single modules are compiled from nothing.
  var confirmation: String { beside("confirm") }

  /// The folder in which a single module is compiled against existing interfaces.
  var lone: String { beside("lone") }

  /// The place of a scratch folder that is to be deleted.
  var discarded: String { beside("discarded") }

  /// Returns the folder in which a package is built from nothing. For a package that is always built by itself it is
  /// the group's scratch folder.
  func alone(_ package: RelativePath) -> String {
    let name = ScratchName.alone(package)
    return group.name == name ? group.scratchFolder : beside(name)
  }

  private func beside(_ word: String) -> String { "\(group.scratchFolder).\(word)" }

  /// Deletes the side folders of earlier runs.
  func sweep() {
    let root = LocalFiles.folder(of: group.scratchFolder)
    guard let name = group.scratchFolder.path(below: root) else { return }
    for entry in LocalFiles.entries(in: root) where entry.isFolder && entry.name.hasPrefix("\(name).") {
      LocalFiles.removeTree("\(root)/\(entry.name)")
    }
  }
}
