import Base
import Graph

/// The files and folders that the flags of a run name. They count for every module, since flags apply to all.
struct RunFlags {
  /// The arguments for SwiftPM.
  let arguments: [String]
  let location: WorkspaceLocation
  /// Relative to the workspace.
  let tree: any FileTree

  struct Places: Sendable {
    /// Paths in the repository, relative to the workspace. The file need not exist.
    var inside: Set<RelativePath> = []
    /// Paths of `inside` that exist although Git does not track them.
    var unseen: Set<RelativePath> = []
    /// Absolute paths outside of the repository.
    var outside: Set<String> = []
  }

  /// Returns the places that the flags name.
  /// Relative paths count from the compiler's working folder. That may be any package's folder, or the workspace.
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
  /// The file or folder that a text names when it is resolved from a folder of the workspace.
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

/// Sorts SwiftPM's arguments by the program that reads them.
struct SwiftPMWords {
  /// Arguments for compilers and linkers, in order.
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
