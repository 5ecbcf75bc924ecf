package import Base

extension XcodeWorkspace {
  /// Reads `contents.xcworkspacedata`. `container` is the workspace's folder: `Shop.xcworkspace`.
  package init(reading bytes: [UInt8], container: RelativePath) throws(XcodeProblem) {
    let file = container.appending(Self.fileName)
    let owner = XcodeContainer(ofWorkspace: container)
    var references: [XcodePath] = []
    // The folder of each open element. The references in a group count from the group's folder.
    var folders: [XcodePath] = []
    try XcodeMarkup.read(bytes, file: file, root: "Workspace") { event in
      guard case .start(let name, let attributes) = event else {
        folders.removeLast()
        return
      }
      let outer = folders.last ?? .inTree(owner.folder)
      let location = attributes["location"].map { Self.path($0, in: owner, outer) }
      folders.append(location ?? outer)
      if name != "Workspace", name != "Group", let location { references.append(location) }
    }
    self.init(container: container, references: references)
  }

  /// The file of the workspace: `Shop.xcworkspace/contents.xcworkspacedata`.
  package var file: RelativePath { container.appending(Self.fileName) }

  package static let fileName = "contents.xcworkspacedata"

  private static func path(_ location: String, in owner: XcodeContainer, _ outer: XcodePath) -> XcodePath {
    let parts = location.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .unknown(location) }
    let path = String(parts[1])
    switch parts[0] {
    case "group": return XcodePath(path, in: owner.folder, from: outer)
    case "container": return XcodePath(path, in: owner.folder)
    case "self": return .inTree(owner.path)
    case "absolute": return .absolute(path)
    case "developer": return .built(path)
    default: return .unknown(location)
    }
  }
}
