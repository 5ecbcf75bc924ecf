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
  /// A digest of the flags of its Swift compiler, which looks at some of them alone; nil when it has no Swift source.
  package var flags: SHA256Digest?
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

extension ModuleKeys {
  /// Returns the inputs of the builds of all modules in the scope.
  ///
  /// - `root`: the workspace's absolute path.
  /// - `asOf`: a moment before its files were read.
  package func buildInputs(root: String, asOf: Int64) -> BuildInputs {
    var inputs = BuildInputs(
      root: root, asOf: asOf, surroundings: DigestWriter.digest { walk.buildSurroundings(&$0) })
    let contents = ContentDigests(self)
    let shared = DigestWriter.digest { walk.workspaceFiles(&$0) }
    for index in graph.modules.indices where scope.isInside[index] {
      inputs.modules[graph.modules[index].id] = buildInputs(of: index, root, contents, shared)
    }
    let packages = Set(graph.modules.indices.filter { scope.isInside[$0] }.map { graph.modules[$0].package })
    for package in packages {
      inputs.manifests[graph.packages[package].folder] = DigestWriter.digest { walk.manifest(package, &$0) }
    }
    return inputs
  }

  private func buildInputs(
    of index: ModuleIndex, _ root: String, _ contents: ContentDigests, _ shared: SHA256Digest
  ) -> ModuleInputs {
    let module = graph.modules[index]
    let folder = module.layout.folder ?? graph.packages[module.package].folder
    let resources = walk.facts[module.package]?.targets[module.id.name]?.description.copiedResources ?? []
    let copied = resources.map { folder.appending($0) }
    var sources: [TreeFile] = []
    var headers: [TreeFile] = []
    var others: [TreeFile] = []
    // An excluded file is no source, but assembly, flags and module maps can still name it.
    let excluded = walk.inputs.files.ofPackage[module.package].filter { file in
      module.layout.folder.map { file.path.isInside($0) } ?? false
    }
    let maps = SystemMaps(walk.inputs.files.read(by: index) + excluded, root: root)
    func sort(_ file: TreeFile, isOwn: Bool) {
      let kind = InputKind(of: file, in: module, isOwn: isOwn, resources: copied)
      switch maps.mayHold(file.path, as: kind) ? .other : kind {
      case .source: sources.append(file)
      case .header: headers.append(file)
      case .other: others.append(file)
      }
    }
    for file in walk.inputs.files.own[index] { sort(file, isOwn: true) }
    for file in walk.inputs.files.inputs[index] {
      sort(file, isOwn: module.layout.linked.contains { file.path.isInside($0) })
    }
    others += excluded
    let needed = scope.edges[index]
    var inputs = ModuleInputs(
      others: DigestWriter.digest { writer in
        writer.files(others)
        writer.outside(walk.inputs.outside[index] ?? [])
        if let library = walk.inputs.systemLibraries[index] { writer.systemLibrary(library) }
        for edge in needed where edge.kind == .macro { contents.write(edge.target, to: &writer) }
      })
    inputs.sources = sources
    inputs.headers = headers
    inputs.otherFiles = others
    inputs.outside = walk.inputs.outside[index] ?? []
    if sources.contains(where: { SourceLanguage(of: $0.path.lastComponent) == .swift }) {
      let settings = walk.facts[module.package]?.targets[module.id.name]?.description.settings ?? []
      inputs.flags = DigestWriter.digest { writer in
        writer.list(.run, "arguments", walk.inputs.surroundings.build.allArguments)
        for setting in settings where setting.tool == "swift" { writer.setting(setting) }
      }
    }
    inputs.headerFolders = (walk.inputs.systemLibraries[index]?.headerFolders ?? []).map {
      $0.replacing("<workspace>", with: root)
    }
    guard module.layout.readsWholePackage else { return inputs }
    inputs.generation = DigestWriter.digest { writer in
      writer.files(inputs.files + walk.inputs.files.ofPackage[module.package])
      writer.part(shared) { walk.workspaceFiles(&$0) }
      writer.outside(inputs.outside)
      for edge in needed where edge.kind == .plugin { contents.write(edge.target, to: &writer) }
    }
    inputs.otherFiles = Set(others + walk.inputs.files.ofPackage[module.package]).sorted { $0.path < $1.path }
    return inputs
  }
}

extension KeyWalk {
  /// Writes what decides every build, and what SwiftPM does not check.
  fileprivate func buildSurroundings(_ writer: inout DigestWriter) {
    let surroundings = inputs.surroundings
    writer.text(.toolchain, "version", surroundings.toolchain)
    writer.text(.host, "system", surroundings.host.system)
    writer.text(.host, "version", surroundings.host.version)
    writer.text(.host, "libc", surroundings.host.libc)
    for (name, value) in surroundings.environment.sorted(by: { $0.key < $1.key }) {
      writer.text(.environment, name, value)
    }
    // Compilers read the global files that flags of the run name, and no program watches these.
    writer.files(inputs.files.global)
    for file in inputs.flagFiles { writer.input(.global, .text(file.name), .digest(file.digest)) }
  }

  fileprivate func manifest(_ package: PackageIndex, _ writer: inout DigestWriter) {
    guard let facts = facts[package] else { return }
    writer.packageWide(facts.packageWide)
    writer.unused(facts.unattributed)
    for (_, target) in facts.targets.sorted(by: { $0.key < $1.key }) { writer.target(target) }
  }
}

extension DigestWriter {
  fileprivate mutating func files(_ files: [TreeFile]) {
    for file in files { input(.file, .path(file.path), .file(file.kind, file.content)) }
  }
}

/// Digests of the contents of modules and of all that they need, in whatever package they are built. They stand for
/// tools that plugins and macros run: tools read their resources, and SwiftPM does not watch the results.
private struct ContentDigests {
  private var digests: [ModuleIndex: SHA256Digest] = [:]

  init(_ keys: ModuleKeys) {
    let hosted = keys.scope.edges.elements.joined().filter { $0.kind == .plugin || $0.kind == .macro }
    guard !hosted.isEmpty else { return }
    for component in keys.scope.components {
      let members = Set(component)
      let digest = DigestWriter.digest { writer in
        for module in component {
          writer.files(keys.walk.inputs.files.own[module] + keys.walk.inputs.files.inputs[module])
          for edge in keys.scope.edges[module] where !members.contains(edge.target) {
            write(edge.target, to: &writer)
          }
        }
      }
      for module in component { digests[module] = digest }
    }
  }

  func write(_ module: ModuleIndex, to writer: inout DigestWriter) {
    if let digest = digests[module] { writer.input(.dependency, .text("contents"), .digest(digest)) }
  }
}

/// The module maps of a target with a module that has the attribute `[system]`.
///
/// Clang leaves the headers of such a module out of the list of files that a Swift compiler read. So no program watches
/// them.
struct SystemMaps {
  /// The folders of the target's module maps; empty when none of them has `[system]`.
  private(set) var folders: [RelativePath] = []

  /// `files` are those that the target's build may read. `root` is the workspace's absolute path.
  init(_ files: [TreeFile], root: String) {
    let root = Array("\(root)/".utf8)
    var pending = files.map(\.path).filter { SourceLanguage(of: $0.lastComponent) == .moduleMap }
    var known = Set(pending)
    var isSystem = false
    while let map = pending.popLast() {
      // An unreadable module map may have `[system]`.
      guard let bytes = try? ByteFiles.contents(of: root + map.bytes, followingLinks: true) else {
        isSystem = true
        continue
      }
      isSystem = isSystem || ModuleMapLexer.hasSystemModule(in: bytes)
      for case .map(let path) in ModuleMapLexer.references(in: bytes) {
        // An absolute path belongs to another machine, or leads to a file that keys do not contain.
        let next = map.parent.appending(RelativePath(path))
        if !path.hasPrefix("/"), known.insert(next).inserted { pending.append(next) }
      }
    }
    if isSystem { folders = Set(known.map(\.parent)).sorted() }
  }

  /// Returns true when a header, or a source among headers, may be part of a module with `[system]`.
  func mayHold(_ file: RelativePath, as kind: InputKind) -> Bool {
    switch kind {
    case .header: !folders.isEmpty
    case .source:
      SourceLanguage(of: file.lastComponent) == .cFamily && folders.contains { file.isInside($0) }
    case .other: false
    }
  }
}
