package import Base
import Xcode

extension LinkMap {
  /// Reads all links of a tree.
  package init(of tree: any FileTree) throws(Failure) {
    var targets: [RelativePath: [UInt8]] = [:]
    for link in try tree.files(where: { $1 == .symbolicLink }) {
      targets[link.path] = try tree.contents(of: link)
    }
    self.init(targets)
  }

  /// Returns a file's bytes, through the links on its way.
  package func contents(of file: RelativePath, in tree: any FileTree) throws(Failure) -> [UInt8]? {
    try tree.contents(of: resolve(file)?.path ?? file)
  }
}

/// Finds files that projects reach through symbolic links. Xcode and the compilers follow links, and Git reports changes
/// of the real files alone.
struct ProjectLinks {
  let links: LinkMap
  let packages: WorkspaceGraph

  /// The kinds that a project may name through a link. A project itself is read in its real place alone.
  private static let kinds: Set<XcodeFile> = [.settings, .plan, .scheme, .fileList]

  /// Returns the given files by the names that links give them.
  func aliases(of files: [(TreeFile, XcodeFile)], in tree: any FileTree) throws(Failure) -> [(
    TreeFile, XcodeFile
  )] {
    let linkable = files.filter { Self.kinds.contains($1) }.map(\.0.path)
    let folders = Set(linkable.flatMap(\.parent.withAncestors))
    var found: [(TreeFile, XcodeFile)] = []
    func add(_ path: RelativePath) {
      guard let kind = XcodeFile(path), Self.kinds.contains(kind) else { return }
      found.append((TreeFile(path: path, kind: .file, content: nil), kind))
    }
    for link in links.links(below: .root) {
      guard let real = links.resolve(link)?.path, !real.escapesRoot else { continue }
      if XcodeFile.mayBe(link.lastComponent), [.file, .executable].contains(try tree.kind(of: real)) {
        add(link)
      } else if folders.contains(real), !link.isInside(real) {
        for rest in linkable.compactMap({ $0.relative(to: real) }) { add(link.appending(rest)) }
      }
    }
    return found
  }

  /// Returns the paths of a target, with the places that links among them lead to.
  func followed(_ members: XcodeMembers) -> XcodeMembers {
    if links.isEmpty { return members }
    var result = members
    result.files = members.files.union(
      places(behind: members.files) + members.folders.flatMap(places(behind:)))
    result.inputs = members.inputs.union(places(behind: members.inputs))
    result.searched = members.searched.union(places(behind: members.searched))
    result.snapshots = members.snapshots.union(places(behind: members.snapshots))
    return result
  }

  private func places(behind paths: CaselessPaths) -> [RelativePath] {
    paths.flatMap { links.places(linkedFrom: $0) { _ in true } }.filter { !$0.escapesRoot }
  }

  /// A package behind a link is a reference to that package, as it is without a link.
  private func places(behind folder: SynchronisedFolder) -> [RelativePath] {
    guard folder.isMember else { return places(behind: folder.paths) }
    return links.places(linkedFrom: folder.folder, where: folder.holds).filter {
      !$0.escapesRoot && packages.package(at: $0) == nil
    }
  }
}
