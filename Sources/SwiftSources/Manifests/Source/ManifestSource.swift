package import Base

/// The text of one manifest and its place, before evaluation.
package struct ManifestSource: Sendable, Hashable {
  /// The package's folder, relative to the workspace.
  package let folder: RelativePath
  /// The absolute path of that folder. A manifest that reads files needs its whole tree there. For any other manifest
  /// the folder need not contain this text, nor exist.
  package let absoluteFolder: String
  /// The file that SwiftPM reads, `Package.swift` or `Package@swift-6.0.swift`. See `ManifestSelection`.
  package let fileName: String
  package let contents: [UInt8]

  package init(folder: RelativePath, absoluteFolder: String, fileName: String, contents: [UInt8]) {
    self.folder = folder
    self.absoluteFolder = absoluteFolder
    self.fileName = fileName
    self.contents = contents
  }

  package var path: RelativePath { folder.appending(fileName) }
}
