import Base

extension JSONProject {
  /// Adds a file, group or folder of the tree, with all that is below it.
  mutating func addMember(_ node: JSONNode, in group: [String]) throws(JSONError) -> JSONNode {
    _ = try Self.members(of: node)
    let kind = try text(node, "kind") ?? "file-reference"
    let member = add(Self.kinds[kind] ?? kind, at: node)
    if Self.kinds[kind] == nil { note("a file has an unknown kind, \(Self.shown(kind))", at: node) }
    let path = try FilePath(try text(node, "path") ?? "", at: value(node, "path") ?? node)
    if !path.path.isEmpty { set("path", of: member, to: path.path) }
    set("sourceTree", of: member, to: path.base)
    let names = group + [try text(node, "name") ?? path.name]
    if let id = try text(node, "id") { membersByID[id] = member }
    membersByPath[names, default: []].append(member)
    var children: [JSONNode] = []
    for child in try list(node, "children") { children.append(try addMember(child, in: names)) }
    set("children", of: member, to: children)
    var read = Self.treeKeys
    switch kind {
    case "group": read.insert("name")
    case "folder": try addExceptions(of: member, node)
    case "version-group":
      if let version = value(node, "current-version") {
        set("currentVersion", of: member, to: try self.member(version, in: names))
        read.insert("current-version")
      }
    case "file-reference" where value(node, "type") == nil:
      if let type = path.type { set("lastKnownFileType", of: member, to: type) }
    default: break
    }
    copy(
      node, to: member, except: read,
      names: ["type": kind == "version-group" ? "versionGroupType" : "explicitFileType"])
    if kind != "folder" { try addMemberships(of: member, node) }
    noteUnknownKeys(of: node, except: Self.treeKeys.union(Self.fileKeys), "a file")
    return id(member, at: node)
  }

  private static let kinds = [
    "file-reference": "PBXFileReference", "group": "PBXGroup", "variant-group": "PBXVariantGroup",
    "version-group": "XCVersionGroup", "folder": "PBXFileSystemSynchronizedRootGroup",
  ]
  /// Keys that are read here.
  private static let treeKeys: Set = [
    "kind", "id", "path", "children", "target-membership", "membership-exceptions",
  ]
  /// Keys that only count.
  private static let fileKeys: Set = [
    "name", "index", "type", "signature", "encoding", "line-ending", "file-types", "opaque-folders",
    "current-version",
  ]

  /// The phases that a file names: each a reference, or an object with one.
  mutating func addMemberships(of member: Int, _ node: JSONNode) throws(JSONError) {
    for entry in try list(node, "target-membership") {
      let reference = entry.objectValue == nil ? entry : value(entry, "build-phase")
      guard let reference else { throw JSONError("a file names no build phase", at: entry.offset) }
      for phase in try phases(reference) { addFile(entry, "fileRef", member, to: phase) }
    }
  }
}

// MARK: Synchronised folders

extension JSONProject {
  private mutating func addExceptions(of folder: Int, _ node: JSONNode) throws(JSONError) {
    for entry in try list(node, "target-membership") {
      for target in try targets(entry) { held[target, default: []].append(id(folder, at: entry)) }
    }
    var sets: [JSONNode] = []
    for entry in try list(node, "membership-exceptions") {
      _ = try Self.members(of: entry)
      if let name = value(entry, "target") {
        for target in try targets(name) {
          let set = try addSet("PBXFileSystemSynchronizedBuildFileExceptionSet", entry)
          self.set("target", of: set, to: id(target, at: name))
          sets.append(id(set, at: entry))
        }
      } else if let reference = value(entry, "build-phase") {
        for phase in try phases(reference) {
          let set = try addSet("PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet", entry)
          self.set("buildPhase", of: set, to: id(phase, at: reference))
          sets.append(id(set, at: entry))
        }
      } else {
        throw JSONError("exceptions of a folder name no target and no build phase", at: entry.offset)
      }
    }
    set("exceptions", of: folder, to: sets)
  }

  /// The targets of the folder decide if its exceptions are added or removed. The two words only help people who read
  /// the file.
  private mutating func addSet(_ isa: String, _ node: JSONNode) throws(JSONError) -> Int {
    let set = add(isa, at: node)
    let words = ["inclusions", "exclusions"]
    let lists = try words.map { word throws(JSONError) in try list(node, word) }
    if !lists[0].isEmpty, !lists[1].isEmpty {
      note("exceptions of a folder have both inclusions and exclusions", at: node)
    }
    for path in lists[0] + lists[1] { _ = try Self.text(of: path) }
    self.set("membershipExceptions", of: set, to: lists[0] + lists[1])
    let read = Set(words + ["target", "build-phase"])
    copy(node, to: set, except: read)
    noteUnknownKeys(of: node, except: read.union(Self.exceptionKeys), "an exception of a folder")
    return set
  }

  private static let exceptionKeys = [
    "public-headers", "private-headers", "compiler-flags", "platforms", "attributes", "asset-tags",
  ]

  private mutating func targets(_ node: JSONNode) throws(JSONError) -> [Int] {
    let name = try Self.text(of: node)
    if let targets = targetsByName[name] { return targets }
    note("a folder names the target \(Self.shown(name)), which does not exist", at: node)
    return []
  }
}

/// A path with the place that it counts from: `Cart.swift`, `/usr/lib/libz.a`, `<PRODUCTS>/Shop.app`, `<USER:KITS>/Kit.swift`.
private struct FilePath {
  /// The value of `sourceTree` in the classic form.
  let base: String
  let path: String

  init(_ text: String, at node: JSONNode) throws(JSONError) {
    guard text.hasPrefix("<") else {
      base = text.hasPrefix("/") || text.hasPrefix("~") ? "<absolute>" : "<group>"
      path = try Self.unescaped(text[...], upTo: nil, at: node).text
      return
    }
    let isSetting = text.hasPrefix("<USER:")
    let (name, rest) = try Self.unescaped(text.dropFirst(isSetting ? 6 : 1), upTo: ">", at: node)
    guard rest.hasPrefix(">/"), let base = isSetting ? name : Self.bases[name] else {
      throw JSONError("the path has an unknown prefix", at: node.offset)
    }
    self.base = base
    path = String(rest.dropFirst(2))
  }

  private static let bases = [
    "PROJECT": "SOURCE_ROOT", "PRODUCTS": "BUILT_PRODUCTS_DIR", "SDK": "SDKROOT",
    "DEVELOPER": "DEVELOPER_DIR",
  ]

  /// A backslash keeps the meaning of the next character plain.
  private static func unescaped(
    _ text: Substring, upTo end: Character?, at node: JSONNode
  ) throws(JSONError) -> (text: String, rest: Substring) {
    var (result, rest) = ("", text)
    while let next = rest.first, next != end {
      rest.removeFirst()
      if next != "\\" {
        result.append(next)
      } else if let escaped = rest.popFirst() {
        result.append(escaped)
      } else {
        throw JSONError("the path ends with an incomplete escape", at: node.offset)
      }
    }
    return (result, rest)
  }

  /// The name by which others refer to the file.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The type that Xcode assumes when the file names none. It matters for headers, which all targets find, and for
  /// files that cannot contain a package. It is nil for what may be a folder.
  var type: String? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[dot...].dropFirst().lowercased() {
    case "h", "hh", "hpp", "hxx", "pch": return "sourcecode.c.h"
    case "modulemap": return "sourcecode.module-map"
    case "xcodeproj": return "wrapper.pb-project"
    case "swift", "m", "mm", "c", "cc", "cpp", "s", "strings", "stringsdict", "xcstrings", "plist", "json",
      "storyboard", "xib", "png", "jpg", "pdf", "xcassets", "xcconfig", "entitlements", "framework", "dylib",
      "a", "tbd", "app", "appex", "xctest", "sh", "txt", "intentdefinition":
      return "file"
    default: return nil
    }
  }
}
