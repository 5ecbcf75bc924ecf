import Base

extension Failure {
  /// Outputs that cannot be taken, removed or restored.
  static func outputs(_ message: String) -> Failure {
    Failure(code: "output-trouble", message: message)
  }

  fileprivate static func outputs(_ what: String, _ path: RelativePath, _ error: DiskError) -> Failure {
    outputs("\(what) \"\(path)\": \(error.words)")
  }
}

/// The outputs of one instance on the disk. No symbolic link is followed, neither in outputs nor on the path to them.
struct OutputPlace: Sendable {
  private static let slash = UInt8(ascii: "/")

  let instance: TaskInstance
  /// The workspace's folder.
  let root: String

  /// Returns all files that match the outputs' patterns.
  func listed() throws(Failure) -> [ListedFile] {
    guard !instance.outputs.isEmpty else { return [] }
    for output in instance.outputs { try refuseLinks(onTheWayTo: output) }
    do throws(ListingObstacle) {
      return try FileListing.files(matching: instance.outputs, root: root, followingLinks: false)
    } catch {
      throw Failure.outputs("its outputs cannot be listed")
    }
  }

  private func refuseLinks(onTheWayTo output: PlacedPattern) throws(Failure) {
    for folder in output.start.parent.withAncestors where !folder.isRoot {
      guard FileFacts(of: absolute(folder))?.kind == .link else { continue }
      throw Failure.outputs(
        "its output \"\(output)\" is behind the symbolic link \"\(folder)\"; Ambit does not write through links"
      )
    }
  }

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isRoot ? Array(root.utf8) : Array(root.utf8) + [Self.slash] + path.bytes
  }

  /// Opens the folder that holds `path`, following no link.
  private func folder(of path: RelativePath, making: Bool = false) throws(DiskError) -> OpenFolder {
    guard !path.components.contains(where: { $0.elementsEqual("..".utf8) }) else { throw .unexpected }
    var folder = try OpenFolder.openRoot(root)
    for name in path.parent.components {
      if making, try folder.facts(of: name) == nil { try Self.make(name, in: folder) }
      folder = try folder.folder(name)
    }
    return folder
  }

  /// Makes a folder. Another instance may make the same folder at this moment.
  private static func make(_ name: ArraySlice<UInt8>, in folder: OpenFolder) throws(DiskError) {
    do throws(DiskError) {
      try folder.makeFolder(name, permissions: 0o777)
    } catch  where error.isPresence {
      return
    }
  }
}

// MARK: Taking

extension OutputPlace {
  /// Returns the outputs that exist, sorted by path. `take` stores the bytes of a file, and returns true if that
  /// worked.
  func taken(
    _ files: [ListedFile], _ take: (_ bytes: [UInt8]) -> Bool
  ) throws(Failure) -> (outputs: [TaskOutput], isKept: Bool) {
    var outputs: [TaskOutput] = []
    var isKept = true
    for file in files {
      switch file.kind {
      case .file:
        let bytes = try contents(of: file.path)
        if !take(bytes) { isKept = false }
        outputs.append(
          TaskOutput(
            file.path,
            .file(SHA256.digest(of: bytes), size: bytes.count, permissions: file.facts.permissions)))
      case .link(let target): outputs.append(TaskOutput(file.path, .link(target)))
      case .emptyFolder: outputs.append(TaskOutput(file.path, .folder))
      case .other:
        throw Failure.outputs("its output \"\(file.path)\" is not a file, folder or link")
      }
    }
    return (outputs, isKept)
  }

  private func contents(of path: RelativePath) throws(Failure) -> [UInt8] {
    do throws(DiskError) {
      return try folder(of: path).file(path.lastComponent).contents()
    } catch {
      throw Failure.outputs("cannot read its output", path, error)
    }
  }
}

// MARK: Removing

extension OutputPlace {
  /// Removes all files at the outputs' paths. Then makes the folders of the outputs, so that no command has to.
  func prepare() throws(Failure) {
    try remove(try listed())
    for output in instance.outputs {
      let inside = output.isPlain ? output.start : output.start.appending("any")
      do throws(DiskError) {
        _ = try folder(of: inside, making: true)
      } catch {
        throw Failure.outputs("cannot make the folder of its output", inside.parent, error)
      }
    }
  }

  private func remove(_ files: [ListedFile]) throws(Failure) {
    var folders: Set<RelativePath> = []
    for file in files {
      do throws(DiskError) {
        let folder = try folder(of: file.path)
        if file.kind == .emptyFolder {
          try folder.removeFolder(file.path.lastComponent)
        } else {
          try folder.remove(file.path.lastComponent)
        }
      } catch {
        guard !error.isAbsence else { continue }
        throw Failure.outputs("cannot remove", file.path, error)
      }
      folders.formUnion(file.path.parent.withAncestors.filter { !$0.isRoot && instance.isOutput($0) })
    }
    // Deepest folders first.
    for path in folders.sorted(by: { $0.bytes.count > $1.bytes.count }) { removeIfEmpty(path) }
  }

  private func removeIfEmpty(_ path: RelativePath) {
    try? folder(of: path).removeFolder(path.lastComponent)
  }
}

// MARK: Giving back

extension OutputPlace {
  /// Makes the files at the outputs' paths exactly `outputs`. Other files go first; files that are right stay
  /// untouched.
  /// `bytes` returns the contents of a file. Returns true if anything had to change, and nil if contents are missing.
  func restore(_ outputs: [TaskOutput], _ bytes: (TaskOutput) -> [UInt8]?) throws(Failure) -> Bool? {
    let wanted = Dictionary(outputs.map { ($0.path, $0) }) { first, _ in first }
    let present = try listed()
    var right: Set<RelativePath> = []
    for file in present where try isSame(file, wanted[file.path]) { right.insert(file.path) }
    let missing = outputs.filter { !right.contains($0.path) }
    guard right.count < present.count || !missing.isEmpty else { return false }
    // All contents are read before anything is removed. If some are missing, nothing changes.
    var contents: [RelativePath: [UInt8]] = [:]
    for output in missing {
      guard case .file = output.form else { continue }
      guard let found = bytes(output) else { return nil }
      contents[output.path] = found
    }
    try remove(present.filter { !right.contains($0.path) })
    for output in missing { try write(output, contents[output.path] ?? []) }
    return true
  }

  private func isSame(_ file: ListedFile, _ output: TaskOutput?) throws(Failure) -> Bool {
    guard let output else { return false }
    switch (file.kind, output.form) {
    case (.file, .file(let digest, let size, let permissions)):
      guard file.facts.size == size, file.facts.permissions == permissions else { return false }
      return SHA256.digest(of: try contents(of: file.path)) == digest
    case (.link(let target), .link(let wanted)): return target == wanted
    case (.emptyFolder, .folder): return true
    default: return false
    }
  }

  /// Writes under a temporary name and renames, so that no reader sees a partial file.
  private func write(_ output: TaskOutput, _ bytes: [UInt8]) throws(Failure) {
    let name = output.path.lastComponent
    do throws(DiskError) {
      let folder = try folder(of: output.path, making: true)
      let temporary = Array(".ambit-\(String(UInt64.random(in: .min ... .max), radix: 36))".utf8)[...]
      do throws(DiskError) {
        switch output.form {
        case .file(_, _, let permissions):
          let file = try folder.makeFile(temporary)
          try file.write(bytes[...])
          try file.setPermissions(permissions)
          try file.finish()
        case .link(let target): try folder.makeLink(temporary, to: target)
        case .folder: return try Self.make(name, in: folder)
        }
        try folder.rename(temporary, to: name)
      } catch {
        try? folder.remove(temporary)
        throw error
      }
    } catch {
      throw Failure.outputs("cannot write", output.path, error)
    }
  }
}

/// A file, link or empty folder that an instance made.
struct TaskOutput: Sendable, Hashable {
  enum Form: Sendable, Hashable {
    case file(SHA256Digest, size: Int, permissions: UInt16)
    case link([UInt8])
    /// An empty folder.
    case folder
  }

  /// Relative to the workspace.
  let path: RelativePath
  let form: Form

  init(_ path: RelativePath, _ form: Form) {
    self.path = path
    self.form = form
  }

  var isFolder: Bool { form == .folder }

  /// True for a link that may lead out of the workspace, or to a path of this machine alone.
  /// A `..` after a name may leave the folder that another link leads to. Leading `..` and then names are safe.
  var leadsOut: Bool {
    guard case .link(let target) = form else { return false }
    let parts = target.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
    let down = parts.drop { $0.elementsEqual("..".utf8) }
    return target.first == UInt8(ascii: "/") || down.contains { $0.elementsEqual("..".utf8) }
      || path.parent.appending(RelativePath(target)).escapesRoot
  }
}

// MARK: As bytes

extension TaskOutput: ByteCodable {
  func write(to writer: inout ByteWriter) {
    writer.values(path)
    switch form {
    case .file(let digest, let size, let permissions):
      writer.byte(0)
      writer.values(digest, size, Int(permissions))
    case .link(let target):
      writer.byte(1)
      writer.data(target)
    case .folder: writer.byte(2)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    let path: RelativePath = try reader.value()
    // The bytes may come from anybody, and files will be written at this path.
    guard RelativePath(path.bytes) == path, !path.isRoot, !path.escapesRoot, !path.bytes.contains(0) else {
      throw .invalid
    }
    switch try reader.byte() {
    case 0:
      let (digest, size, permissions): (SHA256Digest, Int, Int) = (
        try reader.value(), try reader.value(), try reader.value()
      )
      guard size >= 0, (0...0o777).contains(permissions) else { throw .invalid }
      self.init(path, .file(digest, size: size, permissions: UInt16(permissions)))
    case 1:
      let target = Array(try reader.data())
      guard !target.isEmpty, !target.contains(0) else { throw .invalid }
      self.init(path, .link(target))
    case 2: self.init(path, .folder)
    default: throw .invalid
    }
  }
}
