import Base

@testable import Xcode

// MARK: Files

extension ProjectPrinter {
  private static let kinds = [
    "PBXGroup": "group", "PBXVariantGroup": "variant-group", "XCVersionGroup": "version-group",
    "PBXFileSystemSynchronizedRootGroup": "folder",
  ]

  private func path(_ object: Int) -> JSONNode? {
    let path = objects.text(object, "path") ?? ""
    let escaped = path.replacing("\\", with: "\\\\").replacing("<", with: "\\<")
    let tree = objects.text(object, "sourceTree") ?? "<group>"
    let text =
      switch tree {
      case "<group>", "<absolute>": escaped
      case "SOURCE_ROOT": "<PROJECT>/\(path)"
      case "BUILT_PRODUCTS_DIR": "<PRODUCTS>/\(path)"
      case "SDKROOT": "<SDK>/\(path)"
      case "DEVELOPER_DIR": "<DEVELOPER>/\(path)"
      default: "<USER:\(tree)>/\(path)"
      }
    return text.isEmpty ? nil : Self.string(text)
  }

  mutating func member(_ object: Int) -> JSONNode {
    let kind = Self.kinds[objects.isa(object)]
    var children: [JSONNode] = []
    for child in objects.references(object, "children") { children.append(member(child)) }
    let isFolder = kind == "folder"
    // The form has no `lastKnownFileType`, and goes by the name of the file.
    let type = value(object, "explicitFileType")
    return Self.object([
      ("kind", Self.string(kind)), ("id", Self.string(id(object))), ("path", path(object)),
      ("name", kind == nil || isFolder ? nil : value(object, "name")), ("type", type),
      (
        "current-version", objects.reference(object, "currentVersion").flatMap { Self.string("id:\(id($0))") }
      ),
      ("file-types", value(object, "explicitFileTypes")),
      ("opaque-folders", value(object, "explicitFolders")),
      (
        "target-membership",
        isFolder ? Self.strings(folderTargets[object] ?? []) : Self.array(memberships[object] ?? [])
      ),
      ("membership-exceptions", Self.array(objects.references(object, "exceptions").map { exception($0) })),
      ("children", Self.array(children)),
    ])
  }

  private func exception(_ set: Int) -> JSONNode {
    let target = objects.reference(set, "target").flatMap { value($0, "name") }
    let phase = objects.reference(set, "buildPhase").flatMap { phaseReferences[$0] }
    return Self.object([
      ("target", target), ("build-phase", target == nil ? phase : nil),
      ("public-headers", value(set, "publicHeaders")), ("private-headers", value(set, "privateHeaders")),
      ("exclusions", value(set, "membershipExceptions")),
    ])
  }
}
