package import Base

/// What compilers say that they read for each module, but for what comes with the toolchain or the system, and for
/// what the build made itself.
package struct Testimony: Sendable, Equatable {
  package struct Reads: Sendable, Equatable {
    /// Absolute paths of files.
    package var files: Set<String> = []
    /// Names of modules of Swift that the build made.
    package var imports: Set<String> = []

    package init() {}

    mutating func add(_ other: Reads) {
      files.formUnion(other.files)
      imports.formUnion(other.imports)
    }
  }

  package var modules: [ModuleID: Reads] = [:]

  package init() {}

  /// Of another scratch folder, where the same module may have been built too.
  mutating func add(_ other: Testimony) {
    for (module, reads) in other.modules { modules[module, default: Reads()].add(reads) }
  }
}

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
