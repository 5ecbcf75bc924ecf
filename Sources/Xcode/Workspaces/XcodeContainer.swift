package import Base

/// A project, a workspace or a package around a file, and the folder that its references count from.
struct XcodeContainer {
  let path: RelativePath
  let folder: RelativePath

  /// The workspace inside of a project or package counts as that project or package.
  init(ofWorkspace workspace: RelativePath) {
    let inner = workspace.lastComponent.elementsEqual("project.xcworkspace".utf8)
    if inner, workspace.parent.isXcodeProject {
      self.init(path: workspace.parent, folder: workspace.parent.parent)
    } else if let package = Self.package(of: workspace) {
      self.init(path: package, folder: package)
    } else {
      self.init(path: workspace, folder: workspace.parent)
    }
  }

  /// Finds the container of a scheme. Outside of all three, the scheme counts from its own folder.
  init(ofScheme file: RelativePath) {
    var folder = file.parent
    while !folder.isRoot {
      if folder.isXcodeContainer {
        self.init(ofWorkspace: folder)
        return
      }
      folder = folder.parent
    }
    let owner = Self.package(of: file) ?? file.parent
    self.init(path: owner, folder: owner)
  }

  private init(path: RelativePath, folder: RelativePath) {
    self.path = path
    self.folder = folder
  }

  /// Returns the folder of the `.swiftpm` that a file lies in.
  private static func package(of file: RelativePath) -> RelativePath? {
    let parts = file.components
    guard let place = parts.lastIndex(where: { $0.elementsEqual(".swiftpm".utf8) }) else { return nil }
    return RelativePath(unchecked: Array(parts[..<place].joined(separator: [UInt8(ascii: "/")])))
  }

  /// Resolves `container:App/Shop.xcodeproj`, as seen from the container. `container:` alone is its folder.
  func path(_ reference: String) -> RelativePath {
    Self.path(reference, from: folder)
  }

  static func path(_ reference: String, from folder: RelativePath) -> RelativePath {
    folder.appending(reference.path(after: "container:") ?? reference)
  }
}

extension String {
  fileprivate func path(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

/// Reads Xcode files in XML.
enum XcodeMarkup {
  static func read(
    _ bytes: [UInt8], file: RelativePath, root: String, _ body: (XMLReader.Event) -> Void
  ) throws(XcodeProblem) {
    do throws(XMLReader.Damage) {
      var reader = XMLReader(bytes)
      var isFirst = true
      while let event = try reader.next() {
        if isFirst, case .start(let name, _) = event, name != root {
          let shown = Text.escapingControls(Text.cut(name, to: 60))
          throw XMLReader.Damage(line: 1, message: "the root element is <\(shown)>, not <\(root)>")
        }
        isFirst = false
        body(event)
      }
    } catch {
      throw XcodeProblem(damage: error.message, line: error.line, of: bytes, in: file)
    }
  }
}

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
