package import Base
import SwiftSources

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

/// Who notices when a file of a module changes.
enum InputKind {
  case source, header, other

  /// Endings of what SwiftPM compiles; everything else that belongs to C is taken in by something.
  private static let compiled: Set<String> = ["c", "cc", "cpp", "cxx", "c++", "m", "mm", "s", "S"]

  /// `isOwn` says that the file is the target's, be it by a link; `resources` are what the target copies.
  init(of file: TreeFile, in module: ModuleNode, isOwn: Bool, resources: [RelativePath]) {
    self = .other
    // Behind a link may now lie another file that is older than the last build.
    guard isOwn, file.kind == .file || file.kind == .executable else { return }
    guard module.kind != .system, module.kind != .binary else { return }
    switch SourceLanguage(of: file.path.lastComponent) {
    case .swift: self = .source
    case .cFamily: self = Self.isCompiled(file.path) ? .source : .header
    case .moduleMap?: break
    case nil: if resources.contains(where: { file.path.isInside($0) }) { self = .source }
    }
  }

  private static func isCompiled(_ path: RelativePath) -> Bool {
    let name = path.lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return compiled.contains(String(decoding: name[(dot + 1)...], as: UTF8.self))
  }
}

extension TargetDescription {
  /// What SwiftPM copies to where the target's code finds it, seen from the target's folder; what it compiles into
  /// the code is read while it plans.
  var copiedResources: [String] { resources.filter { $0.rule != "embedInCode" }.map(\.path) }
}
