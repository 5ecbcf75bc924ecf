import Base

/// A working folder of Git that this process and its children see at another path.
/// Build outputs hold absolute paths. So outputs of one folder serve another only under the same path.
package struct PlacedFolder: Equatable, Sendable {
  /// The path at which the folder is seen.
  let place: String
  /// The path at which the folder lies.
  let origin: String
  /// The workspace's path below either of them: empty, or a folder of the repository.
  var workspace = ""

  /// Returns a path as it is written inside. `aside` is the path of the folder that the place hides.
  func seen(_ path: String, aside: String) -> String {
    if let rest = path.below(origin) { return place + rest }
    if let rest = path.below(place) { return aside + rest }
    return path
  }

  /// True when the folder lies in the one that the place hides.
  var hidesOrigin: Bool { origin.below(place) != nil }

  /// Returns the path for a user who sees the folder where it lies.
  func entered(_ path: String) -> String { path.below(origin).map { place + $0 } ?? path }
}

/// The state of a process that is to see its working folder elsewhere.
/// It is passed in a variable to the restarted process and to child processes.
package enum PlacementStep: Equatable, Sendable {
  case wanted(PlacedFolder)
  case done(PlacedFolder, aside: String)
  case refused(PlacedFolder, String)

  package static let variable = "AMBIT_PLACE"
}

extension PlacementStep {
  init?(_ environment: [String: String]) {
    let fields = environment[Self.variable]?.split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    guard let fields, fields.count == 5 else { return nil }
    let placement = PlacedFolder(place: fields[1], origin: fields[2], workspace: fields[3])
    switch fields[0] {
    case "wanted": self = .wanted(placement)
    case "done": self = .done(placement, aside: fields[4])
    case "refused": self = .refused(placement, fields[4])
    default: return nil
    }
  }

  var text: String {
    switch self {
    case .wanted(let placement): Self.text("wanted", placement, "")
    case .done(let placement, let aside): Self.text("done", placement, aside)
    case .refused(let placement, let reason): Self.text("refused", placement, reason)
    }
  }

  private static func text(_ name: String, _ placement: PlacedFolder, _ rest: String) -> String {
    [name, placement.place, placement.origin, placement.workspace, rest.replacing("\n", with: " ")].joined(
      separator: "\n")
  }
}

extension String {
  /// Returns the rest of a path after `folder`, or nil for a path outside.
  fileprivate func below(_ folder: String) -> Substring? {
    guard hasPrefix(folder) else { return nil }
    let rest = dropFirst(folder.count)
    return rest.isEmpty || rest.first == "/" ? rest : nil
  }
}

/// Rewrites Git's own files for a working folder that is shown at another path.
/// Linked worktrees and submodules name each other by absolute paths.
struct GitPointers {
  /// A file with the content that the process shall see.
  struct File: Equatable {
    /// The absolute path, as the process sees it.
    let path: String
    let text: String
  }

  let placement: PlacedFolder
  /// The path of the folder that the place hides.
  let aside: String

  /// Returns the files. Call this before anything is mounted.
  func files() -> [File] {
    let pointer = "\(placement.origin)/.git"
    // A `.git` folder moves along, and its contents use relative paths.
    guard LocalFiles.isFile(pointer), let folder = Self.target(of: pointer) else { return [] }
    var files = [
      File(path: "\(placement.place)/.git", text: "gitdir: \(seen(folder))\n"),
      File(path: "\(seen(folder))/gitdir", text: "\(placement.place)/.git\n"),
    ]
    // Manifests are also evaluated where the folder lies.
    if !placement.hidesOrigin {
      files.append(File(path: pointer, text: "gitdir: \(seen(folder))\n"))
    }
    if let common = Self.line(of: "\(folder)/commondir"), common.hasPrefix("/") {
      files.append(File(path: "\(seen(folder))/commondir", text: "\(seen(common))\n"))
    }
    return files + submodules(in: "\(folder)/modules")
  }

  private func seen(_ path: String) -> String { placement.seen(path, aside: aside) }

  /// Pointers of checked-out submodules at any depth. Their Git folders lie in one tree, under any names.
  private func submodules(in folder: String) -> [File] {
    LocalFiles.names(in: folder).sorted().flatMap { name -> [File] in
      let inner = "\(folder)/\(name)"
      guard LocalFiles.isFolder(inner), !LocalFiles.isLink(inner) else { return [] }
      guard LocalFiles.isFile("\(inner)/HEAD"), LocalFiles.isFile("\(inner)/config") else {
        return submodules(in: inner)
      }
      return pointers(of: inner) + submodules(in: "\(inner)/modules")
    }
  }

  private func pointers(of folder: String) -> [File] {
    guard let config = LocalFiles.read("\(folder)/config").map({ String(decoding: $0, as: UTF8.self) }) else {
      return []
    }
    var workTree: String?
    let lines = config.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimming { $0 == " " || $0 == "\t" } }
      guard parts.count == 2, parts[0].lowercased() == "worktree",
        let path = Self.resolve(String(parts[1].trimming { $0 == "\"" }), in: folder)
      else { return String(line) }
      workTree = path
      return "\tworktree = \(seen(path))"
    }
    guard let workTree, LocalFiles.isFile("\(workTree)/.git") else { return [] }
    return [
      File(path: "\(seen(workTree))/.git", text: "gitdir: \(seen(folder))\n"),
      File(path: "\(seen(folder))/config", text: lines.joined(separator: "\n")),
    ]
  }

  /// Returns the folder that a `.git` file names.
  private static func target(of pointer: String) -> String? {
    guard let line = line(of: pointer), line.hasPrefix("gitdir:") else { return nil }
    return resolve(
      String(line.dropFirst("gitdir:".count).trimming { $0 == " " }), in: LocalFiles.folder(of: pointer))
  }

  private static func resolve(_ path: String, in folder: String) -> String? {
    LocalFiles.resolved(path.hasPrefix("/") ? path : "\(folder)/\(path)")
  }

  private static func line(of path: String) -> String? {
    LocalFiles.read(path).map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self) }
  }
}

extension StringProtocol {
  fileprivate func trimming(_ isStray: (Character) -> Bool) -> SubSequence {
    let start = drop(while: isStray)
    return start[..<(start.lastIndex { !isStray($0) }.map(start.index(after:)) ?? start.startIndex)]
  }
}
