package import Edge
import Platform
package import Scaffold
package import Support

/// Writes what is new, and takes it back.
///
/// Nothing that is there is written over: files are made where none are, and a file that gets another text must still say
/// what it said. A package's manifest is written last of it, and workspace.json last of all, so that whatever ends
/// the process half-way leaves a workspace that is what it was, and at most folders that are no packages yet.
package final class NewFiles: Sendable {
  /// The repository's folder.
  private let root: String
  private let done = Guarded<[Step]>([])

  private enum Step {
    case folder(String)
    case file(String)
    case edit(String, before: [UInt8], after: [UInt8], permissions: UInt16)
  }

  package init(root: String) {
    self.root = root
  }

  /// Files are seen from the repository's root.
  package func make(_ files: [ScaffoldFile]) throws(Failure) {
    let manifest = files.filter { $0.path.lastComponent.elementsEqual("Package.swift".utf8) }
    for file in files.filter({ !manifest.contains($0) }) + manifest { try make(file) }
  }

  /// A folder that must not be there yet.
  package func makeFolder(_ folder: RelativePath) throws(Failure) {
    let path = absolute(folder)
    guard !LocalFiles.isThere(path) else {
      throw Failure(
        code: "name-taken", message: "there is something at \"\(folder)\" already",
        hints: ["nothing is overwritten: remove it, or take another name"])
    }
    try makeFolders(to: path)
  }

  func edit(_ edit: FileEdit) throws(Failure) {
    let path = absolute(edit.path)
    guard let facts = FileFacts(of: path), facts.kind == .file, LocalFiles.read(path) == edit.before else {
      throw Failure(
        code: "changed-meanwhile", message: "\"\(edit.path)\" was changed by somebody else meanwhile",
        hints: ["run the same command again"])
    }
    guard LocalFiles.replace(path, with: edit.after, permissions: UInt32(facts.permissions)) else {
      throw Self.unwritable(path, DiskError.last)
    }
    done.with {
      $0.append(.edit(path, before: edit.before, after: edit.after, permissions: facts.permissions))
    }
  }

  /// From now on nothing is taken back any more.
  package func keep() { done.with { $0 = [] } }

  /// Puts everything back. A folder that holds something else meanwhile stays, and so does a file that was edited once more.
  package func takeBack() {
    done.with { steps in
      for step in steps.reversed() {
        switch step {
        case .folder(let path): LocalFiles.removeEmptyFolder(path)
        case .file(let path): LocalFiles.remove(path)
        case .edit(let path, let before, let after, let permissions):
          if LocalFiles.read(path) == after {
            LocalFiles.replace(path, with: before, permissions: UInt32(permissions))
          }
        }
      }
      steps = []
    }
  }

  // MARK: Steps

  private func absolute(_ path: RelativePath) -> String {
    "\(root)/\(String(decoding: path.bytes, as: UTF8.self))"
  }

  private func make(_ file: ScaffoldFile) throws(Failure) {
    let path = absolute(file.path)
    try makeFolders(to: LocalFiles.folder(of: path))
    do throws(DiskError) {
      try ByteFiles.write(
        file.contents, toNew: Array(path.utf8), permissions: file.isExecutable ? 0o755 : 0o644)
    } catch {
      // Of a file that could not be written to its end a part may be there.
      if !error.isPresence { LocalFiles.remove(path) }
      throw Self.unwritable(path, error)
    }
    done.with { $0.append(.file(path)) }
  }

  private func makeFolders(to path: String) throws(Failure) {
    if LocalFiles.isFolder(path) { return }
    try makeFolders(to: LocalFiles.folder(of: path))
    do throws(DiskError) {
      try ByteFiles.makeFolder(Array(path.utf8), permissions: 0o755)
    } catch {
      throw Self.unwritable(path, error)
    }
    done.with { $0.append(.folder(path)) }
  }

  private static func unwritable(_ path: String, _ error: DiskError) -> Failure {
    Failure(
      code: "unwritable", message: "cannot write \"\(path)\": \(error.words)",
      hints: [
        "nothing was left behind; see to the folder's permissions and its free space, then run it again"
      ])
  }
}
