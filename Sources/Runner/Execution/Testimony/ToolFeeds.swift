import Base

/// Whom the programs feed that a build in a scratch folder runs.
///
/// Every command that an engine starts is a group of processes. What it is for can be told by the folder that SwiftPM
/// gives each plugin for each target, by the module that a compiler is told to compile, by the package that a plugin or
/// a manifest is run for. A program that the build made and of which all that says nothing feeds everybody whom plugins
/// or macros feed; any other is none of theirs.
struct ToolFeeds {
  let scratch: String
  /// The modules of the build that plugins or macros are known to have a hand in, sorted.
  let fed: [ModuleID]
  /// All modules of the build, sorted.
  let modules: [ModuleID]
  /// By their absolute paths.
  let packages: [String: RelativePath]

  /// What was seen in one build, by tools and modules; of all that no tool asked, nothing.
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

  /// The same tool may have been run more than once for the same modules.
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
  /// nil when it is none of a plugin's, a macro's or a manifest's.
  private func modules(fedBy askers: [FileAccess.Asker], _ accesses: [FileAccess]) -> [ModuleID]? {
    let words = askers.first?.words ?? []
    if let package = package(ofManifest: words) { return modules.filter { $0.package == package } }
    let targets = Set(
      words.flatMap { outputs(in: $0) }
        + accesses.flatMap { outputs(in: String(decoding: $0.path, as: UTF8.self)) })
    if !targets.isEmpty { return fed.filter { targets.contains($0.name) } }
    guard let own = askers.first(where: { $0.program.hasPrefix("\(scratch)/") }) else { return nil }
    if let compiled = Self.moduleCompiled(by: words) {
      // Whoever imports a module has its macros too.
      return modules.filter { ModuleNames.compiled($0.name) == compiled }
    }
    guard let package = packages[own.folder] else { return fed }
    let users = fed.filter { $0.package == package }
    return users.isEmpty ? fed : users
  }

  /// The targets that a text names the plugins' folders of: `plugins/outputs/PACKAGE/TARGET/`.
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

  /// A compiled manifest is told in JSON where its package lies.
  private func package(ofManifest words: [String]) -> RelativePath? {
    guard words.first?.hasSuffix("-manifest") == true, let place = words.firstIndex(of: "-context"),
      place + 1 < words.count
    else { return nil }
    let context = words[place + 1].replacing("\\/", with: "/")
    return packages.first { context.contains("\"packageDirectory\":\"\($0.key)\"") }?.value
  }

  /// As people know it: engines build tools under longer names.
  private func name(of askers: [FileAccess.Asker]) -> String {
    let own = askers.first { $0.program.hasPrefix("\(scratch)/") }
    let path = own?.program ?? askers.first?.words.first ?? ""
    let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...].drop { $0 == "/" }
    if name.hasSuffix("-manifest") { return "Package.swift" }
    return String(own != nil && name.hasSuffix("-tool") ? name.dropLast("-tool".count) : name)
  }
}

extension ToolFeeds {
  init(_ job: GroupJob, scratch: String) {
    let folders = job.group.packages.reduce(into: Set<RelativePath>()) { $0.formUnion($1.looksAt) }
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

/// Watches the programs that a build runs. What SwiftPM and the compilers read themselves they say of their own accord.
struct ToolWatch {
  private let manners: ProcessObserver.Manners

  /// Programs of the toolchain that are no tools of a plugin's. Whatever else is run may be one.
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

  /// `swift` is the driver in use, `scratch` where is built: macros are run by compilers, from there.
  init(swift: String, scratch: String) {
    let tools = LocalFiles.folder(of: LocalFiles.resolved(swift) ?? swift)
    manners = ProcessObserver.Manners(
      quiet: LocalFiles.names(in: tools).filter(Self.isCompiler).map { "\(tools)/\($0)" },
      heard: ["\(LocalFiles.resolved(scratch) ?? scratch)/"])
  }

  func observer() -> ProcessObserver { ProcessObserver(manners) }
}
