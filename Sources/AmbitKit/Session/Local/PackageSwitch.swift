import Manifests
import ModuleGraph
import Names
import Support

/// What becomes of the manifests of one package when a dependency of it gets local.
struct PackageSwitch {
  let package: PackageNode
  /// From the package's folder to the working copy.
  let path: String
  let reference: String?
  let rewrites: [ManifestRewrite]
  /// What its manifest is to say then.
  let expected: PackageManifest?
  /// All manifests in the folder, as they are to be.
  private let contents: [String: [UInt8]]

  /// - `locations`: how the manifests of the workspace name what is to be local.
  init(
    package: PackageNode, locations: Set<String>, copy: RelativePath, reference: String?,
    workspace: OpenWorkspace
  ) throws(Failure) {
    let path = copy.seen(from: package.folder).description
    self.package = package
    self.path = path
    self.reference = reference
    expected = package.manifest.map { manifest in
      var manifest = manifest
      for index in manifest.dependencies.indices {
        guard case .sourceControl(let location, _) = manifest.dependencies[index].source else { continue }
        if locations.contains(location) { manifest.dependencies[index].source = .path(path) }
      }
      return manifest
    }
    let tree = workspace.tree
    let files = try Failure.wrapping {
      try tree.entries(of: package.folder).filter {
        PackageFile.isManifest($0.name[...]) && $0.kind != .folder
      }
      .compactMap { entry -> (String, [UInt8])? in
        guard let name = String(validating: entry.name, as: UTF8.self) else { return nil }
        return try tree.contents(of: package.folder.appending(name)).map { (name, $0) }
      }
    }
    var contents: [String: [UInt8]] = [:]
    var rewrites: [ManifestRewrite] = []
    for (name, before) in files {
      let file = package.folder.appending(name)
      let after: [UInt8]?
      do throws(ManifestSwitch.Problem) {
        after = try ManifestSwitch.local(before, locations: locations, path: path, reference: reference)
      } catch {
        throw Failure(
          code: "manifest-not-plain", message: "cannot rewrite \"\(file)\": \(error.words)",
          hints: ["put `.package(path: \"\(path)\")` there by hand"])
      }
      contents[name] = after ?? before
      if let after { rewrites.append(ManifestRewrite(path: file, before: before, after: after)) }
    }
    self.contents = contents
    self.rewrites = rewrites
  }

  /// The manifest in force, as it is to be.
  func source(for toolchain: Toolchain, in location: WorkspaceLocation) throws(Failure) -> ManifestSource {
    let name = ManifestSelection.manifestFileName(among: contents.keys.sorted(), toolchain: toolchain.version)
    {
      contents[$0].flatMap(ToolsVersionLine.parse)
    }
    guard let name, let text = contents[name] else {
      throw Failure(code: "manifest-unreadable", message: "there is no manifest in \"\(package.folder)\"")
    }
    return ManifestSource(
      folder: package.folder, absoluteFolder: location.absolutePath(of: package.folder), fileName: name,
      contents: text)
  }
}

extension ManifestSwitch.Problem {
  fileprivate var words: String {
    switch self {
    case .unreadable(let reason): "its text has \(reason)"
    case .comment: "there is a comment inside of the call that names the package"
    case .path(let path): "the path \"\(Text.escapingControls(path))\" cannot stand in a string as it is"
    }
  }
}
