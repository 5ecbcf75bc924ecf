package import Support

/// What a new package is made from.
package struct Template: Sendable, Hashable {
  package let name: String
  package var settings: TemplateSettings
  package var files: [TemplateFile]
  /// Whether Ambit brings it along; else it is the workspace's own.
  package let isReady: Bool

  package init(_ name: String, _ settings: TemplateSettings, files: [TemplateFile], isReady: Bool = false) {
    self.name = name
    self.settings = settings
    self.files = files
    self.isReady = isReady
  }

  /// Where workspaces keep theirs.
  package static let folder: RelativePath = ".ambit/templates"
  /// What a template file's name ends with, so that no tool takes it for what is made from it.
  package static let suffix = ".template"
  /// The file in a template's folder that says what it is for.
  package static let settingsFile = "template.json"

  /// Its files as they lie in a workspace that has it as its own, seen from the template's folder.
  package var ownFiles: [ScaffoldFile] {
    [ScaffoldFile(path: RelativePath(Self.settingsFile), contents: Array(settings.text.utf8))]
      + files.map {
        ScaffoldFile(path: RelativePath($0.path), contents: $0.contents, isExecutable: $0.isExecutable)
      }
  }
}

/// A file of a template: placeholders may stand in its path and in its text.
package struct TemplateFile: Sendable, Hashable {
  /// Seen from the template's folder.
  package let path: String
  package let contents: [UInt8]
  package let isExecutable: Bool
  /// What messages call it.
  package let place: String

  package init(path: String, contents: [UInt8], isExecutable: Bool = false, place: String) {
    self.path = path
    self.contents = contents
    self.isExecutable = isExecutable
    self.place = place
  }
}

/// A file that is to be written.
package struct ScaffoldFile: Sendable, Hashable {
  package let path: RelativePath
  package let contents: [UInt8]
  package let isExecutable: Bool

  package init(path: RelativePath, contents: [UInt8], isExecutable: Bool = false) {
    self.path = path
    self.contents = contents
    self.isExecutable = isExecutable
  }
}
