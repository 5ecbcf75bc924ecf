package import Base

/// The files that compilers read for each module. Files of the toolchain, of the system and of the build itself are
/// left out.
package struct CompilerReads: Sendable, Equatable {
  package struct Reads: Sendable, Equatable {
    /// The absolute paths of files.
    package var files: Set<String> = []
    /// The names of Swift modules that the build made.
    package var imports: Set<String> = []
    /// The absolute paths of those modules, and of the headers of external packages.
    package var filesInScratch: Set<String> = []

    package init() {}

    mutating func add(_ other: Reads) {
      files.formUnion(other.files)
      imports.formUnion(other.imports)
      filesInScratch.formUnion(other.filesInScratch)
    }
  }

  package var modules: [ModuleID: Reads] = [:]

  package init() {}

  /// Adds the reads in another scratch folder, where the same module may have been built too.
  mutating func add(_ other: CompilerReads) {
    for (module, reads) in other.modules { modules[module, default: Reads()].add(reads) }
  }
}

extension CompilerReads.Reads: ByteCodable {
  package func write(to writer: inout ByteWriter) { writer.values(files, imports, filesInScratch) }

  package init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    files = try reader.value()
    imports = try reader.value()
    filesInScratch = try reader.value()
  }
}

/// The files that a program of a build asked for. Such a program is a plugin, a plugin's tool, a macro or a manifest.
package struct ToolReads: Sendable, Equatable {
  /// The tool's name, for people.
  package let tool: String
  /// The modules that it feeds, sorted. With several it is unknown for which one it asked.
  package let modules: [ModuleID]
  /// The scratch folder in which it ran. Its files need no declaration.
  package let scratchFolder: String
  package internal(set) var files: ObservedFiles
}

/// The files that a module's tests, or programs of its build, looked at. The texts are for people.
package struct TestInputs: Sendable, Equatable {
  package struct Input: Sendable, Equatable {
    /// A path from the workspace. Files outside of it have absolute paths.
    package let place: String
    /// The part that was looked at: `content`, `kind` or `names`.
    package let aspect: String
    /// `declared` when the module's key holds the file, else `undeclared`.
    package let cover: String
    /// The program of the build that looked at it. nil when the module's tests did.
    package let reader: String?

    package init(place: String, aspect: String, cover: String, reader: String? = nil) {
      self.place = place
      self.aspect = aspect
      self.cover = cover
      self.reader = reader
    }
  }

  package let module: ModuleID
  /// The reason for which the files are unknown. nil when they are known.
  package let obstacle: String?
  package let inputs: [Input]
  /// True when programs of the module's build looked at the files, rather than its tests.
  package let isOfBuild: Bool

  package init(_ module: ModuleID, obstacle: String? = nil, inputs: [Input] = [], isOfBuild: Bool = false) {
    self.module = module
    self.obstacle = obstacle
    self.inputs = inputs
    self.isOfBuild = isOfBuild
  }
}
