import Base

extension ProjectReader {
  func read(phase: Int, to parts: inout TargetParts) {
    switch objects.isa(phase) {
    case "PBXSourcesBuildPhase", "PBXResourcesBuildPhase", "PBXHeadersBuildPhase", "PBXRezBuildPhase",
      "PBXAppleScriptBuildPhase":
      readFiles(of: phase, to: &parts)
    case "PBXFrameworksBuildPhase": readFiles(of: phase, linking: true, to: &parts)
    case "PBXCopyFilesBuildPhase": readFiles(of: phase, embedding: true, to: &parts)
    case "PBXShellScriptBuildPhase":
      parts.scripts.append(script(phase, "shellScript"))
      readFiles(of: phase, to: &parts)
    case let isa:
      note("a build phase has an unknown kind, \(Text.escapingControls(isa))", at: phase)
      readFiles(of: phase, to: &parts)
    }
  }

  /// Returns a shell script phase or a build rule.
  func script(_ object: Int, _ key: StaticString) -> XcodeScript {
    XcodeScript(
      name: objects.text(object, "name") ?? "", text: objects.text(object, key) ?? "",
      inputs: objects.texts(object, "inputPaths") + objects.texts(object, "inputFiles"),
      inputLists: objects.texts(object, "inputFileListPaths"),
      outputs: objects.texts(object, "outputPaths") + objects.texts(object, "outputFiles"))
  }

  /// Reads the files of a phase. Missing files are no problem, since merges leave them and Xcode tolerates them.
  private func readFiles(
    of phase: Int, linking: Bool = false, embedding: Bool = false, to parts: inout TargetParts
  ) {
    for file in objects.references(phase, "files") {
      if !objects.isa(file, "PBXBuildFile") {
        note("a file of a phase has an unknown kind, \(Text.escapingControls(objects.isa(file)))", at: file)
      }
      if let product = objects.reference(file, "productRef") { parts.add(package(product)) }
      guard let item = objects.reference(file, "fileRef") else { continue }
      if objects.isa(item, "PBXReferenceProxy") {
        note("a file is the product of another project (PBXReferenceProxy)", at: item)
        let name = path(of: item)?.fileName ?? ""
        parts.add(XcodeProductUse(file: name, isEmbedded: embedding))
        continue
      }
      var visited: Set<Int> = []
      let places = places(of: item, &visited)
      if linking || embedding || makers[item] != nil { addUses(of: item, places, !linking, to: &parts) }
      for place in places {
        // Products and the SDK's own files are not in the repository.
        if case .built = place { continue }
        parts.add(place)
      }
    }
  }

  private func addUses(of item: Int, _ places: [XcodePath], _ isEmbedded: Bool, to parts: inout TargetParts) {
    let maker = makers[item].map { name(ofTarget: $0) }
    for place in places where maker != nil || Self.isProduct(place) {
      parts.add(XcodeProductUse(file: place.fileName, isEmbedded: isEmbedded, maker: maker))
    }
  }

  /// Returns true for a product. Xcode goes by the name of the file, whatever its place in the reference.
  private static func isProduct(_ path: XcodePath) -> Bool {
    if case .built = path { return true }
    let name = path.fileName
    return ["framework", "dylib", "a", "tbd", "o", "appex", "app", "xpc", "bundle", "systemextension"]
      .contains {
        name.hasSuffix(".\($0)")
      }
  }

  /// Returns every variant of a group of variants, a data model's folder, else the item itself.
  private func places(of item: Int, _ visited: inout Set<Int>) -> [XcodePath] {
    guard visited.insert(item).inserted else { return [] }
    if objects.isa(item, "PBXFileReference") || objects.isa(item, "XCVersionGroup") { return paths(of: item) }
    let isSynchronised = objects.isa(item, "PBXFileSystemSynchronizedRootGroup")
    let isVariants = objects.isa(item, "PBXVariantGroup")
    if !isVariants, !objects.isa(item, "PBXGroup"), !isSynchronised {
      note("a file has an unknown kind, \(Text.escapingControls(objects.isa(item)))", at: item)
    }
    guard visited.count < Self.maximumVariants else {
      note("a group in a build phase holds more than \(Self.maximumVariants) files", at: item)
      return []
    }
    let hasPlace = isSynchronised || (!isVariants && objects.value(item, "path") != nil)
    return (hasPlace ? paths(of: item) : [])
      + objects.references(item, "children").flatMap { places(of: $0, &visited) }
  }

  private static let maximumVariants = 200
}

// MARK: Synchronised folders

extension ProjectReader {
  /// Returns the folders that a target lists, and those of which it has only some files.
  func folders(of target: Int) -> [SynchronisedFolder] {
    let listed = references(target, "fileSystemSynchronizedGroups", "the target \(name(ofTarget: target))")
    var result: [SynchronisedFolder] = []
    for folder in listed {
      let sets = exceptions(of: folder).filter { objects.reference($0, "target") == target }
      result += synchronised(folder, isMember: true, sets)
    }
    for folder in foldersWithExceptions {
      let sets = exceptions(of: folder).filter { set in
        // A phase has the files that it names, even if its target lists the folder.
        objects.reference(set, "buildPhase").map { phaseOwners[$0] == target }
          ?? (objects.reference(set, "target") == target && !listed.contains(folder))
      }
      if !sets.isEmpty { result += synchronised(folder, isMember: false, sets) }
    }
    return result
  }

  func exceptions(of folder: Int) -> [Int] {
    references(folder, "exceptions", "a synchronised folder")
  }

  private func synchronised(_ folder: Int, isMember: Bool, _ sets: [Int]) -> [SynchronisedFolder] {
    let places = paths(of: folder)
    return places.compactMap { place in
      guard let root = place.inTree else {
        note("the path of a synchronised folder cannot be resolved", at: folder)
        return nil
      }
      var (exceptions, localised): ([RelativePath], [SynchronisedFolder.LocalisedFile]) = ([], [])
      for set in sets {
        check(set)
        let headers =
          isMember ? [] : objects.texts(set, "publicHeaders") + objects.texts(set, "privateHeaders")
        for text in objects.texts(set, "membershipExceptions") + headers {
          if text.hasPrefix("/Localized/") {
            let path = root.appending(String(text.dropFirst("/Localized".count)))
            let name = String(decoding: path.lastComponent, as: UTF8.self)
            localised.append(.init(folder: path.parent, name: name))
          } else {
            exceptions.append(root.appending(text))
          }
        }
      }
      return SynchronisedFolder(
        folder: root, isMember: isMember, paths: CaselessPaths(exceptions), localised: localised)
    }
  }

  private func check(_ set: Int) {
    if !objects.isa(set, "PBXFileSystemSynchronizedBuildFileExceptionSet"),
      !objects.isa(set, "PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet")
    {
      note("a set of exceptions has an unknown kind, \(Text.escapingControls(objects.isa(set)))", at: set)
    }
  }
}
