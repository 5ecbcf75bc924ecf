import Base
import Xcode

/// The names of folders in Xcode projects and workspaces of a tree, by the last component alone.
///
/// A project describes a file's place by a chain of groups. Two folders with the same name count as the same here. In
/// doubt, a package then counts as named.
struct XcodeReferences {
  private var names: Set<[UInt8]> = []

  /// `counts` returns true for a folder of the workspace.
  init(in tree: any FileTree, where counts: (RelativePath) throws(Failure) -> Bool) throws(Failure) {
    for file in try tree.files(where: { name, _ in XcodeFile.describesContainer(name) })
    where try counts(file.path.parent) {
      // In a clone without file contents, the file is skipped.
      guard let bytes = try tree.contents(of: file) else { continue }
      for value in Self.values(in: bytes) {
        guard let name = RelativePath(value).components.last else { continue }
        names.insert(Array(name))
      }
    }
  }

  /// Returns true when a project names the folder, or one around it inside of `outer`.
  func names(_ folder: RelativePath, below outer: RelativePath) -> Bool {
    (folder.relative(to: outer) ?? folder).components.contains { names.contains(Array($0)) }
  }

  /// Returns the values of `path = `, `relativePath = ` and `location = "group:`. In JSON, they are those of `path`.
  private static func values(in bytes: [UInt8]) -> [[UInt8]] {
    if let root = try? JSONParser.parse(bytes, as: .json5) { return paths(in: root) }
    return texts(in: bytes)
  }

  private static func paths(in node: JSONNode) -> [[UInt8]] {
    switch node.value {
    case .array(let elements): elements.flatMap(paths)
    case .object(let members):
      members.flatMap { member in
        // `<PROJECT>/Modules` counts from the project.
        member.key == "path"
          ? [Array((member.value.stringValue ?? "").utf8)] : paths(in: member.value)
      }
    default: []
    }
  }

  private static func texts(in bytes: [UInt8]) -> [[UInt8]] {
    bytes.split { "\n;,>".utf8.contains($0) }.compactMap { line in
      guard let mark = line.firstIndex(where: { "=:".utf8.contains($0) }) else { return nil }
      let key = line[..<mark].filter { !" \t\"'".utf8.contains($0) }
      guard Self.keys.contains(where: { key.suffix($0.utf8.count).elementsEqual($0.utf8) }) else {
        return nil
      }
      let value = Array(
        line[(mark + 1)...].split { " \t\r\"'}".utf8.contains($0) }.joined(separator: " ".utf8))
      // `group:Modules/Core` in a workspace.
      return value.split(separator: UInt8(ascii: ":"), maxSplits: 1).last.map(Array.init)
    }
  }

  private static let keys = ["path", "relativePath", "location"]
}
