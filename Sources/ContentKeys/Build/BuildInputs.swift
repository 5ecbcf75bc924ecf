package import Digests
package import Names
package import Support

/// All that builds read, as far as it is declared, sorted by who notices when it changes.
///
/// Keys see more than SwiftPM watches: it goes by the names and times of sources, and not even by those of module maps,
/// archives or variables. What is not watched has to be compared by whoever builds on older outputs.
package struct BuildInputs: Sendable, Equatable {
  /// The absolute path that all files are relative to.
  package var root: String
  /// A moment, in nanoseconds since 1970, before any of the files was looked at.
  package var asOf: Int64
  /// Over the toolchain, the system and the variables that builds see: with others nothing older is of use.
  package var surroundings: SHA256Digest
  package var modules: [ModuleID: ModuleInputs] = [:]
  /// What the manifests say, by package: one that reads the world may say something else though nobody edited it.
  package var manifests: [RelativePath: SHA256Digest] = [:]
}

extension BuildInputs {
  /// For whoever knows nothing of what is built: nothing is compared.
  package static let unknown = BuildInputs(root: "/", asOf: 0, surroundings: SHA256.digest(of: []))
}

/// What the build of one module reads, but for the modules that it needs.
package struct ModuleInputs: Sendable, Equatable {
  /// Sources and copied resources: SwiftPM notices when they get another time.
  package var sources: [TreeFile] = []
  /// Headers of a C target. Compilers of C notice; SwiftPM compiles Swift that imports them only when an object of
  /// the target is made anew, and of that which no source includes nobody takes notice.
  package var headers: [TreeFile] = []
  /// Over everything else, which nobody watches.
  package var others: SHA256Digest
  /// The files among that.
  package var otherFiles: [TreeFile] = []
  /// Files outside of the repository that it is known to read.
  package var outside: [OutsideFile] = []
  /// Where the headers lie of a library of the system; what they hold is among the others.
  package var headerFolders: [String] = []
  /// Over all that the commands of its build-tool plugins may read; nil when it has none.
  package var generation: SHA256Digest?

  /// Every file that the module is built from.
  package var files: [TreeFile] { sources + headers + otherFiles }
}
