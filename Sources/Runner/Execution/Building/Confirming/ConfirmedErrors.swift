import Base

/// Errors that are known to be the sources': those of this run, whichever group they came up in, and beside the scratch folders
/// those of modules that have not changed since.
final class ConfirmedErrors: Sendable {
  private let known = Guarded<Set<BuildDiagnostic>>([])

  /// Runs `confirm` unless one of `errors` is known already, and keeps what it finds. Two groups that come upon the same error
  /// at a time confirm it once.
  func any(
    of errors: [BuildDiagnostic], orAfter confirm: () throws(RunError) -> Set<BuildDiagnostic>
  ) throws(RunError) -> Bool {
    try known.with { known throws(RunError) in
      if errors.contains(where: known.contains) { return true }
      known.formUnion(try confirm())
      return errors.contains(where: known.contains)
    }
  }
}

/// The same from one run to the next.
struct ConfirmedErrorRecord: Equatable {
  var modules: [ModuleID: Module] = [:]

  struct Module: Equatable {
    /// Over all that it was compiled from.
    var inputs: SHA256Digest
    var errors: [SHA256Digest]
  }

  private static func path(_ job: GroupJob) -> String {
    "\(LocalFiles.folder(of: job.group.scratchFolder))/errors-\(job.configuration)"
  }

  static func read(of job: GroupJob) -> ConfirmedErrorRecord { read(path(job)) ?? ConfirmedErrorRecord() }

  /// Those of `errors` that came up from the same `inputs` before.
  func known(among errors: [BuildDiagnostic], of module: ModuleID, _ inputs: SHA256Digest)
    -> [BuildDiagnostic]
  {
    guard let known = modules[module], known.inputs == inputs else { return [] }
    return errors.filter { known.errors.contains($0.digest) }
  }

  /// Of each module only what came up last: whoever mends it will not see that again.
  mutating func keep(
    _ errors: Set<BuildDiagnostic>, of module: ModuleID, _ inputs: SHA256Digest, in job: GroupJob
  ) {
    guard !errors.isEmpty else { return }
    modules[module] = Module(
      inputs: inputs, errors: errors.map(\.digest).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) })
    try? write(Self.path(job))
  }
}

extension BuildDiagnostic {
  fileprivate var digest: SHA256Digest {
    var writer = ByteWriter()
    writer.values(file ?? "", line ?? 0, message)
    return SHA256.digest(of: writer.bytes)
  }
}

extension ConfirmedErrorRecord: LedgerFile {
  func write(to writer: inout ByteWriter) { writer.values(modules) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) { self.init(modules: try reader.value()) }
}

extension ConfirmedErrorRecord.Module: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(inputs, errors) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(inputs: try reader.value(), errors: try reader.value())
  }
}
