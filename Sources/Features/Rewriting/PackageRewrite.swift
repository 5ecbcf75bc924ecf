import Base
import Graph
import Runner
import Session
import SwiftSources

/// New texts for the manifests of one package. The manifest in force is checked before any is written.
struct PackageRewrite {
  let package: PackageNode
  let rewrites: [ManifestRewrite]
  /// The content that its manifest must have afterwards.
  fileprivate let expected: PackageManifest?
  /// The manual way, where the text is not understood.
  fileprivate let byHand: String
  /// The new texts of all manifests in the folder.
  private let contents: [String: [UInt8]]

  /// - `expect`: changes the manifest's content to the wanted one.
  /// - `rewrite`: returns the new text of one manifest, or nil where nothing changes.
  init(
    _ package: PackageNode, in workspace: OpenWorkspace, byHand: String,
    expect: (inout PackageManifest) -> Void,
    rewrite: ([UInt8]) throws(ManifestDoubt) -> [UInt8]?
  ) throws(Failure) {
    self.package = package
    self.byHand = byHand
    var expected = package.manifest
    if var manifest = expected {
      expect(&manifest)
      expected = manifest
    }
    self.expected = expected
    let tree = workspace.tree
    let files = try tree.entries(of: package.folder).filter {
      PackageFile.isManifest($0.name[...]) && $0.kind != .folder
    }
    .map { entry throws(Failure) -> (String, [UInt8])? in
      guard let name = String(validating: entry.name, as: UTF8.self) else { return nil }
      return try tree.contents(of: package.folder.appending(name)).map { (name, $0) }
    }.compactMap(\.self)
    var contents: [String: [UInt8]] = [:]
    var rewrites: [ManifestRewrite] = []
    for (name, before) in files {
      let file = package.folder.appending(name)
      let after: [UInt8]?
      do throws(ManifestDoubt) {
        after = try rewrite(before)
      } catch {
        throw Failure(
          code: "manifest-not-plain", message: "cannot rewrite \"\(file)\": \(error.reason)", hints: [byHand])
      }
      contents[name] = after ?? before
      if let after { rewrites.append(ManifestRewrite(path: file, before: before, after: after)) }
    }
    self.contents = contents
    self.rewrites = rewrites
  }

  /// The new text of the manifest in force.
  fileprivate func source(
    for toolchain: Toolchain, in location: WorkspaceLocation
  ) throws(Failure) -> ManifestSource {
    let name = ManifestSelection.manifestFileName(among: contents.keys.sorted(), toolchain: toolchain.version)
    {
      contents[$0].flatMap(ToolsVersionLine.parse)
    }
    guard let name, let text = contents[name] else {
      throw Failure(
        code: "manifest-unreadable",
        message: "there is no manifest in \"\(package.folder)\"; add a Package.swift")
    }
    return ManifestSource(
      folder: package.folder, absoluteFolder: location.absolutePath(of: package.folder), fileName: name,
      contents: text)
  }
}

extension [PackageRewrite] {
  /// Checks that every manifest has exactly the expected content.
  ///
  /// - `change`: ends the sentence `would not say what it should with`.
  func verify(_ change: String, _ session: Session) throws(Failure) {
    let workspace = session.workspace
    let environment = RunEnvironment.of(
      workspace.config, toolchain: session.toolchain, session.world.environment)
    let evaluator = try session.world.evaluator(session.toolchain, environment.tests)
    let sources = try map { plan throws(Failure) in
      try plan.source(for: session.toolchain, in: workspace.location)
    }
    for (plan, result) in zip(self, evaluator.evaluate(sources).results) {
      let folder = plan.package.folder
      guard case .success(let manifest) = result,
        manifest.placed(in: folder) == plan.expected?.placed(in: folder)
      else {
        throw Failure(
          code: "manifest-not-plain",
          message:
            "\"\(plan.package.folder.appending(PackageFile.manifest))\" would not evaluate as expected with "
            + "\(change), so nothing was changed",
          hints: [plan.byHand])
      }
    }
  }
}

extension PackageManifest {
  /// Returns the manifest with dependencies as folders of the workspace.
  /// Two evaluations may give `../Core` and `../../Packages/Core` for one folder.
  fileprivate func placed(in folder: RelativePath) -> PackageManifest {
    var manifest = self
    for index in manifest.dependencies.indices {
      guard case .path(let path) = manifest.dependencies[index].source, !path.hasPrefix("/"),
        !path.hasPrefix("~")
      else { continue }
      manifest.dependencies[index].source = .path(folder.appending(RelativePath(path)).description)
    }
    return manifest
  }
}

/// The old and the new text of one manifest.
struct ManifestRewrite {
  /// Relative to the workspace.
  let path: RelativePath
  let before: [UInt8]
  let after: [UInt8]
}

extension [ManifestRewrite] {
  /// Writes all manifests or none.
  func write(in location: WorkspaceLocation) throws(Failure) {
    for (index, rewrite) in enumerated() {
      let file = location.absolutePath(of: rewrite.path)
      // Somebody may have edited the file since it was read.
      guard !LocalFiles.isLink(file), LocalFiles.read(file) == rewrite.before,
        let facts = FileFacts(of: file),
        LocalFiles.replace(file, with: rewrite.after, permissions: UInt32(facts.permissions))
      else {
        for done in self[..<index] { done.restore(in: location) }
        throw Failure(
          code: "manifest-unwritable",
          message: "cannot write \"\(rewrite.path)\", so nothing was changed",
          hints: ["check its permissions, and close programs that edit the file"])
      }
    }
  }
}

extension ManifestRewrite {
  fileprivate func restore(in location: WorkspaceLocation) {
    let file = location.absolutePath(of: path)
    guard let facts = FileFacts(of: file) else { return }
    LocalFiles.replace(file, with: before, permissions: UInt32(facts.permissions))
  }
}
