import Config
import ModuleGraph
import Names
import Support

/// Whether what is new may be called so.
struct ScaffoldNames {
  let ground: ScaffoldGround

  /// The name without what names of its kind end with anyway.
  static func stem(of name: String, _ suffixes: [String]) -> String {
    let suffix = suffixes.filter { !$0.isEmpty && name.hasSuffix($0) && $0.count < name.count }.max {
      $0.count < $1.count
    }
    return String(name.dropLast(suffix?.count ?? 0))
  }

  func check(_ name: String) throws(ScaffoldError) {
    guard let problem = SwiftName.problem(in: name) else { return }
    let shown = Text.cut(Text.escapingControls(name), to: 100)
    throw ScaffoldError(.invalidName, "\"\(shown)\" is no name for a module: \(problem)")
  }

  /// The first of `suffixes` with which the rules let a module of these tags be called so.
  func module(
    _ stem: String, _ suffixes: [String], in folder: (String) -> RelativePath, tag: String?
  ) throws(ScaffoldError) -> String {
    var refusal: String?
    for suffix in suffixes {
      let module = stem + suffix
      let refusals = [module, "\(module)Tests"].compactMap { self.refusal($0, in: folder(module), tag: tag) }
      guard let first = refusals.first else { return module }
      refusal = refusal ?? first
    }
    throw ScaffoldError(.nameRule, refusal ?? "there is no name for \"\(stem)\"")
  }

  /// Why a rule of `names` refuses it.
  func refusal(_ module: String, in folder: RelativePath, tag: String?) -> String? {
    var tags = Set(ground.config.tags(of: ModuleID(package: folder, name: module)))
    if let tag { tags.insert(tag) }
    let rule = ground.config.rules.names.first { rule in
      guard tags.contains(rule.tag), let pattern = try? Regex(rule.pattern) else { return false }
      return module.firstMatch(of: pattern) == nil
    }
    return rule.map {
      "the name \"\(module)\" does not match \"\($0.pattern)\", as modules with the tag \"\($0.tag)\" do"
    }
  }

  /// Modules of one graph have different names, and those that differ in case alone are one file on some disks.
  func checkIsFree(_ module: String) throws(ScaffoldError) {
    let key = module.lowercased()
    if let other = ground.graph.modules.first(where: { $0.id.name.lowercased() == key }) {
      throw ScaffoldError(.nameTaken, "there is a module \(other.id) already")
    }
  }

  /// The folder's name is the package's identity.
  func checkIsFree(folder: RelativePath) throws(ScaffoldError) {
    let identity = Text.escapingInvalidUTF8(folder.lastComponent).lowercased()
    if let other = ground.graph.packages.first(where: { $0.identity.lowercased() == identity }) {
      throw ScaffoldError(
        .nameTaken, "there is a package //\(other.folder) already, whose folder has that name")
    }
  }
}
