package import Base
import SwiftSources

/// All declared inputs of builds, sorted by the program that notices a change.
///
/// Keys contain more than SwiftPM watches. SwiftPM compares names and times of sources, but not module maps, archives
/// or variables. A build on older outputs has to compare the rest itself.
package struct BuildInputs: Sendable, Equatable {
  /// The absolute path that all files are relative to.
  package var root: String
  /// A moment, in nanoseconds since 1970, before any of the files was read.
  package var asOf: Int64
  /// A digest of the toolchain, the system and the variables that builds see. Outputs of a build with another digest
  /// are of no use.
  package var surroundings: SHA256Digest
  package var modules: [ModuleID: ModuleInputs] = [:]
  /// A digest of each package's manifest value. A manifest that may read files can change its value without an edit.
  package var manifests: [RelativePath: SHA256Digest] = [:]
}

extension BuildInputs {
  /// The inputs of a build about which nothing is known, so that nothing is compared.
  package static let unknown = BuildInputs(root: "/", asOf: 0, surroundings: SHA256.digest(of: []))
}

/// The inputs of one module's build, without the modules that it needs.
package struct ModuleInputs: Sendable, Equatable {
  /// Sources and copied resources. SwiftPM notices when their times change.
  package var sources: [TreeFile] = []
  /// Headers of a C target. C compilers notice a change. SwiftPM compiles Swift that imports them only when an object
  /// of the target is made anew. Nobody notices a change in a header that no source includes.
  package var headers: [TreeFile] = []
  /// A digest of all other inputs, which no program watches.
  package var others: SHA256Digest
  /// The files in that digest.
  package var otherFiles: [TreeFile] = []
  /// Files outside of the repository that the build is known to read.
  package var outside: [OutsideFile] = []
  /// The folders of a system library's headers. `others` covers their contents.
  package var headerFolders: [String] = []
  /// A digest of everything that the commands of its build-tool plugins may read; nil when it has no plugin.
  package var generation: SHA256Digest?

  /// All files that the module is built from.
  package var files: [TreeFile] { sources + headers + otherFiles }
}

/// The kinds of files, by the program that notices a change.
enum InputKind {
  case source, header, other

  /// Extensions of files that SwiftPM compiles. Other C-family files are included by these.
  private static let compiled: Set<String> = ["c", "cc", "cpp", "cxx", "c++", "m", "mm", "s", "S"]

  /// `isOwn` is true for a file of the target, even one at the end of a link. `resources` are the paths that the target
  /// copies.
  init(of file: TreeFile, in module: ModuleNode, isOwn: Bool, resources: [RelativePath]) {
    self = .other
    // A link may now lead to another file that is older than the last build.
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
  /// Resources that SwiftPM copies for the target's code to find, as seen from the target's folder. A resource that is
  /// compiled into the code is read while SwiftPM plans.
  var copiedResources: [String] { resources.filter { $0.rule != "embedInCode" }.map(\.path) }
}
