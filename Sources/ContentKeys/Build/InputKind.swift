import Imports
import Manifests
import ModuleGraph
import Support

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
