package import Base
package import Xcode

/// The targets of all Xcode projects in one revision.
package struct WorkspaceProjects: Sendable, Hashable {
  package static let none = WorkspaceProjects(
    graph: XcodeGraph(modules: [], warnings: []), containers: [], unread: [], fileLists: [])

  package let graph: XcodeGraph
  /// The folders of the projects, such as `App/Shop.xcodeproj`, sorted.
  package let containers: [RelativePath]
  /// Projects that cannot be read, each with the reason.
  package let unread: [UnknownPackage]
  /// File lists of scripts that do not have the usual extension.
  let fileLists: Set<RelativePath>
  /// The folders of projects that the configuration leaves out.
  let leftOut: Set<RelativePath>
  package var isEmpty: Bool { containers.isEmpty }

  package init(
    graph: XcodeGraph, containers: [RelativePath], unread: [UnknownPackage], fileLists: Set<RelativePath>,
    leftOut: Set<RelativePath> = []
  ) {
    self.graph = graph
    self.containers = containers
    self.unread = unread
    self.fileLists = fileLists
    self.leftOut = leftOut
  }
}

extension WorkspaceProjects: ByteCodable {
  package func write(to writer: inout ByteWriter) {
    writer.values(graph, containers, unread, fileLists, leftOut)
  }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      graph: try reader.value(), containers: try reader.value(), unread: try reader.value(),
      fileLists: try reader.value(), leftOut: try reader.value())
  }
}

extension UnknownPackage: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(folder, reason) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(folder: try reader.value(), reason: try reader.value())
  }
}
