import Digests
import ModuleGraph
import Names
import Platform
import Support

/// What tests of a package are started from, and what of theirs lies beside it, as it shows without being read.
struct StandingOutputs {
  private let names: Set<String>
  private let folder: String

  /// `modules` is all that is built with the package.
  init(of modules: Set<ModuleID>, _ job: GroupJob) {
    let packages = Set(modules.map(\.package)).compactMap(job.workspace.graph.package(at:))
    names = Set(packages.flatMap { job.workspace.productNames(of: $0, by: job.engine) })
    folder = job.engine.productFolder(in: job.group.scratchFolder, job.configuration)
  }

  /// Over paths, sizes, times and permissions.
  var digest: SHA256Digest {
    var writer = ByteWriter()
    for name in LocalFiles.names(in: folder).sorted()
    where ProductFile.names(of: name).contains(where: names.contains) {
      Self.note(name, in: folder, to: &writer)
    }
    return SHA256.digest(of: writer.bytes)
  }

  private static func note(_ name: String, in folder: String, to writer: inout ByteWriter) {
    let path = "\(folder)/\(name)"
    guard let facts = FileFacts(of: path) else { return }
    writer.values(name, facts.kind == .link, facts.kind == .folder)
    // Nothing but what it holds tells anything of a folder.
    guard facts.kind == .folder else {
      writer.values(facts.size, facts.modified.nanoseconds, Int(facts.permissions))
      return
    }
    let names = LocalFiles.names(in: path).sorted()
    writer.count(names.count)
    for name in names { note(name, in: path, to: &writer) }
  }
}
