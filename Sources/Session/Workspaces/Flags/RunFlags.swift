import Base
import Graph

/// The files and folders that the flags of a run name: every module is built with them.
struct RunFlags {
  /// What SwiftPM is given.
  let arguments: [String]
  let location: WorkspaceLocation
  /// Relative to the workspace.
  let tree: any FileTree

  struct Places: Sendable {
    /// In the repository, relative to the workspace, whether anything stands there or not.
    var inside: Set<RelativePath> = []
    /// Those of them that are there though Git does not know them.
    var unseen: Set<RelativePath> = []
    /// Elsewhere; absolute.
    var outside: Set<String> = []
  }

  /// Relative paths count from where SwiftPM runs the compiler: the folder of whichever package is built, or the
  /// workspace.
  func places(in graph: WorkspaceGraph) throws -> Places {
    let words = SwiftPMWords(arguments)
    guard !words.isEmpty else { return Places() }
    let folders = Set(graph.packages.map(\.folder)).union([.root])
    var search = FlagSearch(flags: self, packages: folders)
    try search.add(flags: words.handedOn, from: folders)
    for file in words.named { try search.add(FlagPaths.Named(text: file, isCertain: true), from: folders) }
    for toolset in words.toolsets { try search.add(toolset: toolset, from: folders) }
    return search.places
  }
}

extension RunFlags {
  /// What a text is the path of, seen from a folder of the workspace.
  enum Place: Hashable {
    case inside(RelativePath)
    case outside(String)
  }

  func place(_ text: String, from folder: RelativePath) -> Place {
    let repository = RelativePath(Array(location.repositoryRoot.utf8))
    let absolute =
      text.hasPrefix("/")
      ? RelativePath(text) : RelativePath(Array(location.root.utf8)).appending(folder).appending(text)
    guard absolute.isInside(repository) else { return .outside("/\(absolute)") }
    return .inside(absolute.seen(from: RelativePath(Array(location.root.utf8))))
  }

  func contents(of place: Place) throws -> [UInt8]? {
    switch place {
    case .inside(let path): try tree.contents(of: path) ?? LocalFiles.read(location.absolutePath(of: path))
    case .outside(let path): LocalFiles.read(path)
    }
  }
}

/// SwiftPM's arguments, by who gets them.
struct SwiftPMWords {
  /// For compilers and linkers, in order.
  private(set) var handedOn: [String] = []
  /// Files and folders that SwiftPM itself reads.
  private(set) var named: [String] = []
  private(set) var toolsets: [String] = []

  private static let handing: Set = [
    "-Xcc", "-Xcxx", "-Xswiftc", "-Xlinker", "-Xbuild-tools-swiftc", "-Xmanifest",
  ]
  private static let naming: Set = [
    "--sdk", "--toolchain", "--swift-sdks-path", "--pkg-config-path", "--vfs-overlay",
  ]

  var isEmpty: Bool { handedOn.isEmpty && named.isEmpty && toolsets.isEmpty }

  init(_ arguments: [String]) {
    var option: String?
    for argument in arguments {
      if let last = option {
        take(argument, of: last)
        option = nil
      } else if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
        take(String(argument[argument.index(after: equals)...]), of: String(argument[..<equals]))
      } else if Self.handing.contains(argument) || Self.naming.contains(argument) || argument == "--toolset" {
        option = argument
      }
    }
  }

  private mutating func take(_ value: String, of option: String) {
    if Self.handing.contains(option) { handedOn.append(value) }
    if Self.naming.contains(option) { named.append(value) }
    if option == "--toolset" { toolsets.append(value) }
  }
}
