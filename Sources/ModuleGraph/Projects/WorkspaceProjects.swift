package import Support
package import Xcode

/// The targets of all projects of Xcode in one revision.
package struct WorkspaceProjects: Sendable, Hashable {
  package static let none = WorkspaceProjects(
    graph: XcodeGraph(modules: [], warnings: []), folders: [], unread: [], fileLists: [])

  package let graph: XcodeGraph
  /// The folder of each project with the project itself, sorted by the project: `App` has `App/Shop.xcodeproj`.
  package let folders: [ProjectFolder]
  /// Projects that cannot be read, each with a sentence that says why.
  package let unread: [UnknownPackage]
  /// File lists of scripts whose names do not tell what they are.
  let fileLists: Set<RelativePath>
  package var isEmpty: Bool { folders.isEmpty }
}

package struct ProjectFolder: Sendable, Hashable {
  package let container: RelativePath
  /// The folder that the project's paths count from.
  package let folder: RelativePath
}

extension WorkspaceProjects: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(graph, folders, unread, fileLists) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      graph: try reader.value(), folders: try reader.value(), unread: try reader.value(),
      fileLists: try reader.value())
  }
}

extension ProjectFolder: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(container, folder) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(container: try reader.value(), folder: try reader.value())
  }
}

extension UnknownPackage: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(folder, reason) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(folder: try reader.value(), reason: try reader.value())
  }
}
