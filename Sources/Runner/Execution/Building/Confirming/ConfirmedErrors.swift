import Base

/// The errors of this run that are known to come from the sources, in whatever group they came up.
final class ConfirmedErrors: Sendable {
  private let known = Guarded<Set<BuildDiagnostic>>([])

  /// Runs `confirm` unless one of `errors` is known, and keeps its result. Two groups with the same error at a time
  /// confirm it once.
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

/// The same errors from one run to the next, for modules that have not changed. The file lies beside the scratch
/// folders.
struct ConfirmedErrorRecord: Equatable {
  var modules: [ModuleID: Module] = [:]

  struct Module: Equatable {
    /// The digest of all files from which the module was compiled.
    var inputs: SHA256Digest
    var errors: [SHA256Digest]
  }

  private static func path(_ job: GroupJob) -> String {
    "\(LocalFiles.folder(of: job.group.scratchFolder))/errors-\(job.configuration)"
  }

  static func read(of job: GroupJob) -> ConfirmedErrorRecord { read(path(job)) ?? ConfirmedErrorRecord() }

  /// Returns the errors in `errors` that came up from the same `inputs` before.
  func known(among errors: [BuildDiagnostic], of module: ModuleID, _ inputs: SHA256Digest)
    -> [BuildDiagnostic]
  {
    guard let known = modules[module], known.inputs == inputs else { return [] }
    return errors.filter { known.errors.contains($0.digest) }
  }

  /// Keeps only the last errors of each module. Nobody sees the older ones again once they are fixed.
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
