package import Names
package import Platform

/// What a program that builds run was seen to ask for: a plugin, a tool of one, a macro, a manifest.
package struct ToolReads: Sendable, Equatable {
  /// For people.
  package let tool: String
  /// Whom it feeds, sorted. With several nobody knows for whom exactly it asked.
  package let modules: [ModuleID]
  /// What it was run in, and what nobody declares.
  package let scratchFolder: String
  package internal(set) var files: ObservedFiles

  package init(tool: String, modules: [ModuleID], scratchFolder: String, files: ObservedFiles) {
    self.tool = tool
    self.modules = modules
    self.scratchFolder = scratchFolder
    self.files = files
  }
}
