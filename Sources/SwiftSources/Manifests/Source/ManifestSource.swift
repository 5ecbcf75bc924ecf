package import Base

/// The text of one manifest and where it stands, not yet evaluated.
package struct ManifestSource: Sendable, Hashable {
  /// The package's folder, relative to the workspace.
  package let folder: RelativePath
  /// Where that folder lies on this machine. A manifest that reads files needs its whole tree there;
  /// for any other the folder need not hold this very text, nor exist.
  package let absoluteFolder: String
  /// `Package.swift` or `Package@swift-6.0.swift`: the file in force, see `ManifestSelection`.
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
