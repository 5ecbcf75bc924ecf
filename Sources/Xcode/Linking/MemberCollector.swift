import Base

/// Collects the paths that one target reads.
struct MemberCollector {
  private let own: LinkedTarget
  private let fileLists: [RelativePath: [String]]
  private let scripts: [RelativePath: String]
  private let folders: [SynchronisedFolder]
  private var files: Set<RelativePath> = []
  private var inputs: Set<RelativePath> = []
  private var searched: Set<RelativePath> = []
  private var snapshots: Set<RelativePath> = []

  init(
    _ own: LinkedTarget, _ sources: XcodeSources, _ index: LinkIndex,
    _ mentions: TestMentions, _ notes: inout LinkNotes
  ) {
    self.own = own
    fileLists = sources.fileLists
    scripts = sources.scripts
    folders = own.target.folders.map { $0.without(index.packages.folders(below: $0.folder)) }
    collectFiles(&notes)
    collectSettings(&notes)
    for text in own.target.flags.flatMap({ own.scope.expansions(of: $0) }) {
      addFlags(ShellWords.split(text))
    }
    collectScripts(&notes)
    collectHeaders()
    collectSnapshots()
    collectOutside()
    inputs.formUnion(index.absentSources(of: own))
    inputs.formUnion(mentions.files)
    for text in mentions.texts { addPaths(in: text) }
    collectCarthage()
  }

  var members: XcodeMembers {
    XcodeMembers(
      files: CaselessPaths(files), folders: folders, inputs: CaselessPaths(inputs),
      searched: CaselessPaths(searched), snapshots: CaselessPaths(snapshots),
      pluginFolders: own.target.products.contains(where: \.isPlugin) ? [own.project.folder] : [])
  }

  private mutating func collectFiles(_ notes: inout LinkNotes) {
    for file in own.target.files {
      switch file {
      case .inTree(let path): files.insert(path)
      case .unknown(let text):
        for value in own.scope.expansions(of: text) {
          // A variable may stand for a whole path: the group's folder before it then does not count.
          let start = value.ranges(of: ExpandedMark.root).last?.lowerBound ?? value.startIndex
          let place = SettingPath(String(value[start...]), from: own.project.folder)
          if case .inTree(let path) = place { files.insert(path) }
          note(place, text, in: "a file", &notes)
        }
      case .built, .absolute: break
      }
    }
  }

  private func note(
    _ place: SettingPath, _ text: String, in what: @autoclosure () -> String, _ notes: inout LinkNotes
  ) {
    guard case .unknown = place else { return }
    let shown = text.filter { $0 != ExpandedMark.unknown }
    notes.add(.path, "\(what()) of \(own.id) has a path with an unknown variable, \"\(shown)\"")
  }
}

// MARK: Settings

extension MemberCollector {
  private mutating func collectSettings(_ notes: inout LinkNotes) {
    for (name, kind) in own.scope.fileSettings {
      for value in own.scope.values(of: name).alternatives {
        switch kind {
        case .file: addInput(value.joined(separator: " "), name, &notes)
        case .files:
          for element in value {
            for word in Set(ShellWords.split(element) + [element]) { addInput(word, name, &notes) }
          }
        case .searched:
          for element in value {
            for word in Set(ShellWords.split(element) + [element]) { addSearched(word) }
          }
        case .flags: addFlags(value.flatMap(ShellWords.split))
        }
      }
    }
  }

  private mutating func addInput(_ value: String, _ setting: String, _ notes: inout LinkNotes) {
    guard !value.isEmpty, value != "YES", value != "NO" else { return }
    let place = SettingPath(value, from: own.project.folder)
    addInput(place)
    note(place, value, in: setting, &notes)
  }

  private mutating func addInput(_ place: SettingPath) {
    switch place {
    case .inTree(let path):
      if isNarrow(path) { inputs.insert(path) }
      // The headers of a module lie beside its map.
      if path.lastComponent.hasSuffix(".modulemap") { searched.insert(path.parent) }
    case .unknown(let folder): if let folder, isNarrow(folder) { inputs.insert(folder) }
    case .elsewhere: break
    }
  }

  /// Adds a search folder. `/**` stands for all folders below, which count anyway.
  private mutating func addSearched(_ value: String) {
    var folder = value
    while folder.hasSuffix("*") || folder.hasSuffix("/") || folder.hasSuffix("\"") { folder.removeLast() }
    switch SettingPath(folder, from: own.project.folder) {
    case .inTree(let path): searched.insert(path)
    case .unknown(let prefix): if let prefix { searched.insert(prefix) }
    case .elsewhere: break
    }
  }

  private mutating func addFlags(_ words: [String]) {
    for named in FlagPaths(words).named where named.isLikely {
      if named.isSearched {
        addSearched(named.text)
      } else {
        addInput(SettingPath(named.text, from: own.project.folder))
      }
    }
  }

  /// Returns false for the project's own folder, and for folders around it or around the workspace.
  private func isNarrow(_ path: RelativePath) -> Bool {
    !own.project.folder.isInside(path) && !path.isRoot && !path.isAboveRoot
  }
}

// MARK: Files outside of the workspace

extension MemberCollector {
  /// Adds what lies in the repository beside the workspace's folder and is not read: xcconfigs, and the folders of
  /// packages and other projects. Each change there counts.
  private mutating func collectOutside() {
    var found = own.scope.absent.flatMap { absence -> [RelativePath] in
      guard let includer = absence.includer else { return [RelativePath(absence.path)] }
      return [includer.parent, own.project.folder].map { $0.appending(absence.path) }
    }
    for product in own.target.products {
      switch product.origin {
      case .local(let folder): found.append(folder)
      case .unnamed: found += own.project.packageFolders
      case .remote: break
      }
    }
    for case .other(let project, _) in own.target.dependencies { found.append(project.parent) }
    inputs.formUnion(found.filter { $0.escapesRoot && isNarrow($0) })
  }
}

// MARK: Carthage

extension MemberCollector {
  /// Adds the files that say which binaries Carthage builds. The binaries themselves are usually not in Git.
  private mutating func collectCarthage() {
    for path in files.union(inputs).union(searched) {
      for build in path.withAncestors where build.bytes[...].hasSuffix("Carthage/Build") {
        guard build.parent.lastComponent.elementsEqual("Carthage".utf8) else { continue }
        for file in ["Cartfile", "Cartfile.resolved"] { inputs.insert(build.parent.parent.appending(file)) }
      }
    }
  }
}

// MARK: Headers

extension MemberCollector {
  /// Adds headers. Sources of the C family find those beside them, and each header of the project by its name.
  private mutating func collectHeaders() {
    let taken = folders.filter { !$0.isMember }.flatMap(\.paths)
    let sources = files.union(inputs).union(taken).filter(Self.isOfCFamily)
    if sources.isEmpty, !folders.contains(where: \.isMember) { return }
    inputs.formUnion(own.project.headers)
    searched.formUnion(own.project.headerFolders)
    for folder in Set(sources.map(\.parent)) { searched.insert(folder) }
  }

  private static func isOfCFamily(_ path: RelativePath) -> Bool {
    let name = path.lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return cFamily.contains { name[(dot + 1)...].elementsEqual($0.utf8) }
  }

  private static let cFamily = ["m", "h", "mm", "c", "cc", "cpp", "cxx", "pch", "hpp", "metal", "s", "S"]
}

// MARK: Scripts

extension MemberCollector {
  private mutating func collectScripts(_ notes: inout LinkNotes) {
    for script in own.target.scripts {
      for input in script.inputs { addScriptInput(input) }
      for list in script.inputLists { addList(list, &notes) }
      addPaths(in: script.text)
      if script.inputs.isEmpty, script.inputLists.isEmpty, !isSandboxed {
        notes.add(
          .script, "the script \"\(script.name)\" of \(own.id) lists no input files and may read any file")
      }
    }
  }

  private mutating func addPaths(in script: String) {
    for text in ScriptText.followed(script, own.scope, scripts) {
      // The project file is left out: a script that checks it does not depend on every change of the project.
      inputs.formUnion(text.paths.filter { isNarrow($0) && $0 != own.project.file })
      inputs.formUnion(text.toolFiles)
    }
  }

  private var isSandboxed: Bool {
    let values = own.scope.values(of: "ENABLE_USER_SCRIPT_SANDBOXING")
    return values.isComplete && !values.alternatives.isEmpty
      && values.alternatives.allSatisfy { $0 == ["YES"] }
  }

  @discardableResult private mutating func addScriptInput(_ text: String) -> [RelativePath] {
    var found: [RelativePath] = []
    for value in own.scope.expansions(of: text) {
      switch SettingPath(value, from: own.project.folder) {
      case .inTree(let path): found.append(path)
      case .unknown(.some(let path)): if isNarrow(path) { found.append(path) }
      case .unknown(.none), .elsewhere: break
      }
    }
    inputs.formUnion(found)
    return found
  }

  /// Adds the list itself and each of its lines.
  private mutating func addList(_ text: String, _ notes: inout LinkNotes) {
    for path in addScriptInput(text) {
      guard let lines = fileLists[path] else {
        notes.add(.list, "the file list \(path) of \(own.id) does not exist")
        continue
      }
      for line in lines {
        let name = line.trimmingSpaces
        if !name.isEmpty, !name.hasPrefix("#") { addScriptInput(name) }
      }
    }
  }
}

// MARK: Snapshots

extension MemberCollector {
  /// Adds reference pictures of snapshot tests. They lie beside the sources of a test and belong to no target.
  private mutating func collectSnapshots() {
    guard own.target.type == .unitTests || own.target.type == .uiTests else { return }
    var places = Set(files.map(\.parent))
    for folder in folders {
      if folder.isMember {
        snapshots.insert(folder.folder)
        places.insert(folder.folder)
      } else {
        places.formUnion(folder.paths.map(\.parent))
      }
    }
    // They may also lie beside the folder of the sources.
    for place in Set(places.flatMap(\.withAncestors)) {
      inputs.insert(place.appending(XcodeMembers.snapshotFolder))
    }
  }
}

extension SynchronisedFolder {
  /// A package in the folder is a reference to that package, so its files do not belong to the target.
  fileprivate func without(_ packages: [RelativePath]) -> SynchronisedFolder {
    guard isMember, !packages.isEmpty else { return self }
    return SynchronisedFolder(
      folder: folder, isMember: true, paths: paths.union(packages), localised: localised)
  }
}
