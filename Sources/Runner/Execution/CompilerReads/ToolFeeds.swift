import Base

/// Finds the modules that are fed by the programs of a build.
///
/// Every command of an engine is a group of processes. Three facts show which modules it feeds:
/// - the folder that SwiftPM gives each plugin for each target,
/// - the module that a compiler compiles,
/// - the package for which a plugin or a manifest runs.
///
/// A program of the build without such a fact feeds all modules with plugins or macros. Any other program feeds none.
struct ToolFeeds {
  let scratch: String
  /// The modules of the build that plugins or macros feed, sorted.
  let fed: [ModuleID]
  /// All modules of the build, sorted.
  let modules: [ModuleID]
  /// The packages by their absolute paths.
  let packages: [String: RelativePath]

  /// Returns the reads of one build, by tool and modules. Reads of no tool are left out.
  func reads(_ seen: ObservedFiles) -> [ToolReads] {
    let groups = Dictionary(grouping: seen.accesses.filter { $0.asker != nil }) { $0.asker?.group }
    let found = groups.values.compactMap { accesses -> ToolReads? in
      let askers = accesses.compactMap(\.asker)
      guard let modules = modules(fedBy: askers, accesses), !modules.isEmpty else { return nil }
      return ToolReads(
        tool: name(of: askers), modules: modules, scratchFolder: scratch,
        files: ObservedFiles(accesses, blindness: seen.blindness))
    }
    return Self.joined(found)
  }

  /// Joins the reads of one tool for the same modules, since it may have run more than once.
  static func joined(_ reads: [ToolReads]) -> [ToolReads] {
    struct Whose: Hashable {
      let tool: String
      let modules: [ModuleID]
      let scratch: String
    }
    let all = Dictionary(grouping: reads) {
      Whose(tool: $0.tool, modules: $0.modules, scratch: $0.scratchFolder)
    }
    return all.values.compactMap { same in
      same.dropFirst().reduce(into: same.first) { $0?.files.add($1.files) }
    }
    .sorted { left, right in
      left.modules == right.modules
        ? (left.tool, left.scratchFolder) < (right.tool, right.scratchFolder)
        : left.modules.lexicographicallyPrecedes(right.modules)
    }
  }
}

// MARK: One group

extension ToolFeeds {
  /// nil when the process is no plugin, macro or manifest.
  private func modules(fedBy askers: [FileAccess.Asker], _ accesses: [FileAccess]) -> [ModuleID]? {
    let words = askers.first?.words ?? []
    if let package = package(ofManifest: words) { return modules.filter { $0.package == package } }
    let targets = Set(
      words.flatMap { outputs(in: $0) }
        + accesses.flatMap { outputs(in: String(decoding: $0.path, as: UTF8.self)) })
    if !targets.isEmpty { return fed.filter { targets.contains($0.name) } }
    guard let own = askers.first(where: { $0.program.hasPrefix("\(scratch)/") }) else { return nil }
    if let compiled = Self.moduleCompiled(by: words) {
      // Each module that imports a module with macros runs those macros too.
      return modules.filter { ModuleNames.compiled($0.name) == compiled }
    }
    guard let package = packages[own.folder] else { return fed }
    let users = fed.filter { $0.package == package }
    return users.isEmpty ? fed : users
  }

  /// Returns the targets of the plugins' folders in a text: `plugins/outputs/PACKAGE/TARGET/`.
  private func outputs(in text: String) -> [String] {
    var targets: [String] = []
    var rest = text[...]
    while let range = rest.firstRange(of: "\(scratch)/plugins/outputs/") {
      rest = rest[range.upperBound...]
      let parts = rest.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      if parts.count > 2 { targets.append(String(parts[1])) }
    }
    return targets
  }

  private static func moduleCompiled(by words: [String]) -> String? {
    guard let place = words.firstIndex(of: "-module-name"), place + 1 < words.count else { return nil }
    return words[place + 1]
  }

  /// Returns the package of a compiled manifest. SwiftPM passes the package's folder to it as JSON.
  private func package(ofManifest words: [String]) -> RelativePath? {
    guard words.first?.hasSuffix("-manifest") == true, let place = words.firstIndex(of: "-context"),
      place + 1 < words.count
    else { return nil }
    let context = words[place + 1].replacing("\\/", with: "/")
    return packages.first { context.contains("\"packageDirectory\":\"\($0.key)\"") }?.value
  }

  /// Returns the tool's name for people. Engines build tools under longer names.
  private func name(of askers: [FileAccess.Asker]) -> String {
    let own = askers.first { $0.program.hasPrefix("\(scratch)/") }
    let path = own?.program ?? askers.first?.words.first ?? ""
    let name = LocalFiles.name(of: path)
    if name.hasSuffix("-manifest") { return "Package.swift" }
    return String(own != nil && name.hasSuffix("-tool") ? name.dropLast("-tool".count) : name)
  }
}

extension ToolFeeds {
  init(_ job: GroupJob, scratch: String) {
    let folders = job.group.packages.looksAt
    let modules = job.workspace.modules(ofPackages: folders).sorted()
    self.init(
      scratch: LocalFiles.resolved(scratch) ?? scratch,
      fed: job.workspace.fedByPrograms(modules), modules: modules,
      packages: Dictionary(
        job.workspace.packageFolders.filter { folders.contains($0.key) }.map { folder, path in
          (LocalFiles.resolved(path) ?? path, folder)
        }, uniquingKeysWith: { first, _ in first }))
  }
}

extension ProcessObserver {
  /// Watches the programs that a build runs. SwiftPM and the compilers list their own reads themselves. `swift` is the
  /// driver in use. `scratch` is the folder of the build, from which compilers run macros.
  convenience init(ofBuildBy swift: String, in scratch: String) {
    let tools = LocalFiles.folder(of: LocalFiles.resolved(swift) ?? swift)
    self.init(
      Manners(
        quiet: LocalFiles.names(in: tools).filter(Self.isCompiler).map { "\(tools)/\($0)" },
        heard: ["\(LocalFiles.resolved(scratch) ?? scratch)/"]))
  }

  /// True for programs of the toolchain that are no tools of a plugin. Any other program may be one.
  private static func isCompiler(_ name: String) -> Bool {
    let names: Set = [
      "swift-build", "swift-package", "swift-frontend", "swift-driver", "swift-autolink-extract",
      "swift-plugin-server",
      "llvm-ar", "lld", "ld.gold",
    ]
    let isVersion = { (text: Substring) in text.first == "-" && text.dropFirst().allSatisfy(\.isNumber) }
    return names.contains(name) || name == "clang"
      || (name.hasPrefix("clang") && isVersion(name.dropFirst(5)))
  }
}
