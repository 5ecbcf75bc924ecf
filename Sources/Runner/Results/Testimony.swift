package import Names

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
