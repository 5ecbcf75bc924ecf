package import Base

extension XcodeProject {
  /// Reads a project file. `container` is the project's folder: `App/Shop.xcodeproj`. Definitions leave out the
  /// `neutral` settings.
  package init(
    reading bytes: [UInt8], container: RelativePath, form: Form = .propertyList,
    neutral: NeutralSettings = NeutralSettings()
  ) throws(XcodeProblem) {
    let reader = try ProjectReader(reading: bytes, container: container, form: form, neutral: neutral)
    let targets = reader.targets()
    let configurations = reader.configurations(of: reader.objects.root)
    let others = reader.otherPaths()
    let definition = reader.projectDefinition()
    let unknown = reader.sortedProblems
    // The effect of a change in an unknown part is not known, so the definition then covers the whole file.
    self.init(
      container: container, folder: reader.folder, form: form, targets: targets,
      configurations: configurations,
      packageFolders: others.packages, projects: others.projects, headers: others.headers,
      headerFolders: others.headerFolders,
      definition: unknown.isEmpty ? definition : SHA256.digest(of: bytes), unknown: unknown)
    requirements = reader.requirements()
  }
}

extension ProjectReader {
  func configurations(of object: Int) -> [XcodeConfiguration] {
    guard let list = reference(object, "buildConfigurationList", "a list of configurations") else {
      return []
    }
    return references(list, "buildConfigurations", "a list of configurations").map { configuration in
      var settings: [String: [String]] = [:]
      if let values = objects.value(configuration, "buildSettings") {
        for key in objects.list.keys(of: values) {
          let name = String(decoding: objects.list.content(of: key), as: UTF8.self)
          let words = objects.list.text(of: key + 1).map { [$0] }
          settings[name] =
            words ?? objects.list.children(of: key + 1).compactMap { objects.list.text(of: $0) }
        }
      }
      return XcodeConfiguration(
        name: objects.text(configuration, "name") ?? "", settings: settings, base: settingsFile(configuration)
      )
    }
  }

  private func settingsFile(_ configuration: Int) -> XcodePath? {
    if let file = reference(configuration, "baseConfigurationReference", "a configuration") {
      return path(of: file)
    }
    guard let relative = objects.value(configuration, "baseConfigurationReferenceRelativePath") else {
      return nil
    }
    let anchor = reference(configuration, "baseConfigurationReferenceAnchor", "a configuration")
    return XcodePath(objects.list.content(of: relative), in: folder, from: anchor.flatMap { path(of: $0) })
  }
}

// MARK: Containers

extension ProjectReader {
  /// The paths that the project names beside those of its targets.
  struct OtherPaths {
    /// The folders that may be packages.
    var packages: [RelativePath] = []
    var projects: [RelativePath] = []
    var headers: [RelativePath] = []
    var headerFolders: [RelativePath] = []
  }

  func otherPaths() -> OtherPaths {
    var found = OtherPaths()
    var seen: Set<RelativePath> = []
    for object in objects.all {
      if let path = localPackage(object), seen.insert(path).inserted { found.packages.append(path) }
      guard let isa = objects.value(object, "isa") else { continue }
      if objects.list.hasContent(isa, "PBXFileSystemSynchronizedRootGroup") {
        let folders = paths(of: object).compactMap(\.inTree)
        found.headerFolders += folders
        found.packages += folders.filter { seen.insert($0).inserted }
      } else if objects.list.hasContent(isa, "PBXFileReference") {
        let type = objects.value(object, "lastKnownFileType") ?? objects.value(object, "explicitFileType")
        if isHeader(type) { found.headers += paths(of: object).compactMap(\.inTree) }
        for path in inTreePaths(of: object, type) where !path.isRoot {
          if path.isXcodeProject {
            if !found.projects.contains(path) { found.projects.append(path) }
          } else if mayBePackage(path, type), seen.insert(path).inserted {
            found.packages.append(path)
          }
        }
      }
    }
    if let references = objects.value(objects.root, "projectReferences"),
      objects.list.children(of: references).contains(where: { _ in true })
    {
      note("the project refers to other projects (\"projectReferences\")", at: references)
    }
    return found
  }

  private func isHeader(_ type: Int?) -> Bool {
    type.map { type in
      ["sourcecode.c.h", "sourcecode.cpp.h", "sourcecode.module-map"].contains {
        objects.list.hasContent(type, $0)
      }
    } ?? false
  }

  /// Returns the paths of a reference. The many references to source files are skipped to save time.
  private func inTreePaths(of reference: Int, _ type: Int?) -> [RelativePath] {
    let mayMatter = type.map { type in
      ["folder", "wrapper", "wrapper.pb-project", "text"].contains { objects.list.hasContent(type, $0) }
    }
    return mayMatter ?? true ? paths(of: reference).compactMap(\.inTree) : []
  }

  private func mayBePackage(_ path: RelativePath, _ type: Int?) -> Bool {
    guard let type else { return true }
    return objects.list.hasContent(type, "folder") || objects.list.hasContent(type, "wrapper")
      || (objects.list.hasContent(type, "text") && !path.lastComponent.contains(UInt8(ascii: ".")))
  }

  /// Returns the folder of an XCLocalSwiftPackageReference.
  func localPackage(_ object: Int) -> RelativePath? {
    guard objects.isa(object, "XCLocalSwiftPackageReference") else { return nil }
    guard let relative = objects.value(object, "relativePath") else {
      note("a local package has no path", at: object)
      return nil
    }
    let path = XcodePath(objects.list.content(of: relative), in: folder)
    if path.inTree == nil {
      note("the path of a local package, \"\(shown(relative))\", cannot be resolved", at: relative)
    }
    return path.inTree
  }
}

extension XcodePath {
  /// Reads a path in the form of settings and projects. `folder` is `$(SRCROOT)`. A path without a leading variable
  /// counts from `base`, else from `folder`.
  package init(_ text: String, in folder: RelativePath, from base: XcodePath? = nil) {
    self.init(Array(text.utf8)[...], in: folder, from: base)
  }

  init(_ text: ArraySlice<UInt8>, in folder: RelativePath, from base: XcodePath? = nil) {
    if text.contains(UInt8(ascii: "$")), let variable = Variable(text) {
      let rest = text[variable.end...]
      if Variable.isIn(rest) {
        self = Self.withVariable(text, in: folder, from: base)
      } else if Self.roots.contains(variable.name) {
        self = .inTree(folder.appending(RelativePath(rest)))
      } else if Self.builtFolders.contains(variable.name) {
        self = .built(String(decoding: rest.drop { $0 == UInt8(ascii: "/") }, as: UTF8.self))
      } else {
        self = Self.withVariable(text, in: folder, from: base)
      }
    } else if Variable.isIn(text) {
      self = Self.withVariable(text, in: folder, from: base)
    } else if text.first == UInt8(ascii: "/") || text.first == UInt8(ascii: "~") {
      self = .absolute(String(decoding: text, as: UTF8.self))
    } else {
      self = (base ?? .inTree(folder)).appending(text)
    }
  }

  /// Returns a path with a variable, as seen from `folder`: `Art/$(BRAND)/Logo.png` for a file of the group `Art`. Its
  /// variable may still stand for a whole path.
  private static func withVariable(
    _ text: ArraySlice<UInt8>, in folder: RelativePath, from base: XcodePath?
  ) -> XcodePath {
    let path = XcodePath.unknown(String(decoding: text, as: UTF8.self))
    guard let first = text.first, first != UInt8(ascii: "/"), first != UInt8(ascii: "~") else { return path }
    switch base {
    case .inTree(let group)? where group != folder:
      let outward = Array(repeating: "..", count: folder.components.count) + [group.description]
      let known = group.relative(to: folder)?.description ?? outward.joined(separator: "/")
      return XcodePath.unknown(known).appending(text)
    case .unknown?: return base?.appending(text) ?? path
    default: return path
    }
  }

  private static let roots: Set<String> = ["SRCROOT", "SOURCE_ROOT", "PROJECT_DIR"]

  private static let builtFolders: Set<String> = [
    "BUILT_PRODUCTS_DIR", "BUILD_DIR", "CONFIGURATION_BUILD_DIR", "TARGET_BUILD_DIR", "DERIVED_FILE_DIR",
    "DERIVED_SOURCES_DIR", "SDKROOT", "DEVELOPER_DIR", "PLATFORM_DIR", "OBJROOT", "SYMROOT", "TEMP_DIR",
  ]

  private func appending(_ text: ArraySlice<UInt8>) -> XcodePath {
    switch self {
    case .inTree(let folder): .inTree(folder.appending(RelativePath(text)))
    case .built(let folder): .built(Self.joined(folder, text))
    case .absolute(let folder): .absolute(Self.joined(folder, text))
    case .unknown(let folder): .unknown(Self.joined(folder, text))
    }
  }

  private static func joined(_ folder: String, _ text: ArraySlice<UInt8>) -> String {
    let text = String(decoding: text, as: UTF8.self)
    return folder.isEmpty || text.isEmpty || folder.hasSuffix("/") ? folder + text : "\(folder)/\(text)"
  }

  /// The name of the file: `Shop.framework` for `Products/Shop.framework`.
  var fileName: String {
    switch self {
    case .inTree(let path): String(decoding: path.lastComponent, as: UTF8.self)
    case .built(let text), .absolute(let text), .unknown(let text):
      text.split(separator: "/").last.map(String.init) ?? ""
    }
  }
}

/// A variable at the front of a path: `$(NAME)`, `${NAME}` or `$NAME`.
private struct Variable {
  let name: String
  let end: Int

  init?(_ text: ArraySlice<UInt8>) {
    guard text.first == UInt8(ascii: "$") else { return nil }
    var rest = text.dropFirst()
    let close: UInt8? =
      switch rest.first {
      case UInt8(ascii: "("): UInt8(ascii: ")")
      case UInt8(ascii: "{"): UInt8(ascii: "}")
      default: nil
      }
    if close != nil { rest.removeFirst() }
    let name = rest.prefix { $0 != UInt8(ascii: "/") && $0 != close }
    self.name = String(decoding: name, as: UTF8.self)
    guard let close else {
      end = name.endIndex
      return
    }
    guard name.endIndex < text.endIndex, text[name.endIndex] == close else { return nil }
    end = name.endIndex + 1
  }

  static func isIn(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let place = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[(place + 1)...]
      if rest.first == UInt8(ascii: "(") || rest.first == UInt8(ascii: "{") { return true }
    }
    return false
  }
}
