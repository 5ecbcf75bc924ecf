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
  func places(in graph: WorkspaceGraph) throws(Failure) -> Places {
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

  func contents(of place: Place) throws(Failure) -> [UInt8]? {
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
    "--experimental-test-entry-point-path",
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

/// Finds the paths that flags name, directly or through response files and toolsets.
struct FlagSearch {
  let flags: RunFlags
  let packages: Set<RelativePath>
  var places = RunFlags.Places()
  var read: Set<RunFlags.Place> = []

  mutating func add(flags words: [String], from folders: Set<RelativePath>) throws(Failure) {
    for named in FlagPaths(words).named { try add(named, from: folders) }
    for word in words where word.hasPrefix("@") {
      for bytes in try contents(of: String(word.dropFirst()), from: folders) {
        try add(flags: Self.words(in: bytes.1), from: folders)
      }
    }
  }

  mutating func add(_ named: FlagPaths.Named, from folders: Set<RelativePath>) throws(Failure) {
    for folder in folders {
      switch flags.place(named.text, from: folder) {
      case .outside(let path): if named.isCertain || LocalFiles.isThere(path) { places.outside.insert(path) }
      case .inside(let path): try add(path, named.isCertain)
      }
    }
  }

  private mutating func add(_ path: RelativePath, _ isCertain: Bool) throws(Failure) {
    let isKnown = try flags.tree.kind(of: path) != nil
    let isUnseen = !isKnown && LocalFiles.isThere(flags.location.absolutePath(of: path))
    // A plain word that is also the name of a package's folder is no path.
    guard isCertain || ((isKnown || isUnseen) && !packages.contains { $0.isInside(path) }) else { return }
    places.inside.insert(path)
    if isUnseen { places.unseen.insert(path) }
  }

  /// Adds a toolset, a JSON file that tells SwiftPM which tools and flags to use.
  mutating func add(toolset: String, from folders: Set<RelativePath>) throws(Failure) {
    try add(FlagPaths.Named(text: toolset, isCertain: true), from: folders)
    for (place, bytes) in try contents(of: toolset, from: folders) {
      guard let root = try? JSONParser.parse(bytes) else { continue }
      try add(toolset: root, beside: place, from: folders)
    }
  }

  private mutating func add(
    toolset node: JSONNode, beside place: RunFlags.Place, from folders: Set<RelativePath>
  ) throws(Failure) {
    guard case .object(let members) = node.value else { return }
    for member in members {
      if member.key == "extraCLIOptions" {
        try add(flags: (member.value.arrayValue ?? []).compactMap(\.stringValue), from: folders)
      } else if member.key == "path" || member.key == "rootPath", let text = member.value.stringValue {
        try add(FlagPaths.Named(text: text, isCertain: false), from: folders.union(parent(of: place)))
      } else {
        try add(toolset: member.value, beside: place, from: folders)
      }
    }
  }

  /// Returns the folder of a file, relative to the workspace.
  private func parent(of place: RunFlags.Place) -> [RelativePath] {
    switch place {
    case .inside(let path): [path.parent]
    case .outside(let path):
      [RelativePath(path).parent.seen(from: RelativePath(Array(flags.location.root.utf8)))]
    }
  }

  /// Returns the contents of a file, but only the first time that it is asked for.
  private mutating func contents(
    of text: String, from folders: Set<RelativePath>
  ) throws(Failure) -> [(RunFlags.Place, [UInt8])] {
    var found: [(RunFlags.Place, [UInt8])] = []
    for folder in folders {
      let place = flags.place(text, from: folder)
      guard read.insert(place).inserted, let bytes = try flags.contents(of: place) else { continue }
      found.append((place, bytes))
    }
    return found
  }

  /// Splits a response file into words.
  private static func words(in bytes: [UInt8]) -> [String] {
    bytes.split {
      $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\t") || $0 == 13
    }
    .map {
      String(decoding: $0.filter { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "'") }, as: UTF8.self)
    }
  }
}

/// The contents of files that the flags of a run name and that Git does not track.
enum FlagFiles {
  /// Bytes to read at most. Later files count by size and time: another machine gets another key, and never a wrong
  /// one.
  private static let mostRead = 64 << 20
  private static let mostFiles = 5000
  /// Beyond this, not even sizes and times are compared.
  private static let mostStamped = 500_000

  struct Found {
    /// Sorted by the path that names them.
    var files: [FlagFile] = []
    /// The name of a folder with more files than are looked at. No key can hold its content.
    var crowded: String?
  }

  /// Folders of the system. The key holds the host instead.
  private static let system = ["/usr/", "/lib/", "/lib64/", "/System/", "/Library/Developer/"]
  private static let changing = ["/usr/local/", "/usr/share/"]

  static func read(
    _ places: RunFlags.Places, _ location: WorkspaceLocation, atMost mostFiles: Int = Self.mostFiles,
    stamping mostStamped: Int = Self.mostStamped
  ) -> Found {
    let unseen = places.unseen.map { (name: $0.description, path: location.absolutePath(of: $0)) }
    let outside = places.outside.filter { !isSystem($0) }.map { (name: $0, path: $0) }
    var rest = mostRead
    var found = Found()
    for place in (unseen + outside).sorted(by: { $0.name < $1.name }) {
      let (files, isWhole) = files(below: place.path, mostFiles + mostStamped)
      for file in files.prefix(mostFiles) {
        let name = place.name + file.dropFirst(place.path.count)
        found.files.append(FlagFile(name: name, digest: digest(of: file, &rest)))
      }
      // SDKs and toolchains have tens of thousands of files.
      let others = files.dropFirst(mostFiles).map { file in
        "\(place.name)\(file.dropFirst(place.path.count)) \(LocalFiles.stamp(of: file) ?? "")"
      }
      if !others.isEmpty {
        let all = others.joined(separator: "\0")
        found.files.append(
          FlagFile(name: "\(place.name), other files", digest: SHA256.digest(of: all.utf8)))
      }
      if !isWhole { found.crowded = found.crowded ?? place.name }
    }
    return found
  }

  private static func isSystem(_ path: String) -> Bool {
    system.contains { path.hasPrefix($0) } && !changing.contains { path.hasPrefix($0) }
  }

  private static func digest(of file: String, _ rest: inout Int) -> SHA256Digest {
    guard rest > 0, let bytes = LocalFiles.read(file) else {
      return SHA256.digest(of: Array("stamp \(LocalFiles.stamp(of: file) ?? "")".utf8))
    }
    rest -= bytes.count
    return SHA256.digest(of: bytes)
  }

  private static func files(below root: String, _ mostFiles: Int) -> (files: [String], isWhole: Bool) {
    var found: [String] = []
    var pending = [root]
    // A link may lead back to a folder above it.
    var visited: Set<String> = []
    while let path = pending.popLast() {
      guard found.count < mostFiles else { return (found, false) }
      if LocalFiles.isFile(path) {
        found.append(path)
      } else if LocalFiles.isFolder(path), visited.insert(LocalFiles.resolved(path) ?? path).inserted {
        pending += LocalFiles.names(in: path).sorted(by: >).map { "\(path)/\($0)" }
      }
    }
    return (found, true)
  }
}
