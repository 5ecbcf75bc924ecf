import Base
import Runner

/// Replaces paths in the copy by paths in the original, so that nobody edits a file of the copy.
struct RevisionRunPaths {
  private let copy: [UInt8]
  private let original: [UInt8]

  /// Both are absolute folders.
  init(copy: String, original: String) {
    self.copy = Array("\(copy)/".utf8)
    self.original = Array("\(original)/".utf8)
  }

  func mapped(_ bytes: [UInt8]) -> [UInt8] { bytes.replacing(copy, with: original) }

  private func mapped(_ text: String) -> String { String(decoding: mapped(Array(text.utf8)), as: UTF8.self) }

  func mapped(_ module: ModuleReport) -> ModuleReport {
    var module = module
    module.failures = module.failures.map(mapped)
    for index in module.quarantined.indices {
      module.quarantined[index].failures = module.quarantined[index].failures.map(mapped)
    }
    module.log = mapped(module.log)
    module.noVerdict = module.noVerdict.map(mapped)
    return module
  }

  private func mapped(_ failure: CaseFailure) -> CaseFailure {
    var failure = failure
    failure.message = mapped(failure.message)
    failure.file = failure.file.map(mapped)
    for frame in failure.frames.indices { failure.frames[frame].file = mapped(failure.frames[frame].file) }
    return failure
  }

  func mapped(_ package: PackageReport) -> PackageReport {
    var package = package
    package.errors = package.errors.map(mapped)
    package.noVerdict = package.noVerdict.map(mapped)
    return package
  }

  private func mapped(_ reason: Failure) -> Failure {
    Failure(code: reason.code, message: mapped(reason.message))
  }

  func mapped(_ error: BuildDiagnostic) -> BuildDiagnostic {
    var error = error
    error.message = mapped(error.message)
    error.file = error.file.map(mapped)
    return error
  }

  func mapped(_ report: RunReport) -> RunReport {
    var report = report
    report.packages = report.packages.map(mapped)
    report.modules = report.modules.map(mapped)
    report.warnings = report.warnings.map {
      Warning(code: $0.code, message: mapped($0.message), hints: $0.hints)
    }
    return report
  }
}

/// Passes events on with paths in the original instead of the copy.
final class RevisionRunObserver: RunObserver {
  private struct Source: Hashable {
    let name: String
    let stream: ProcessStream
  }

  private let inner: any RunObserver
  private let paths: RevisionRunPaths
  /// Incomplete last lines, since a path may be cut anywhere.
  private let unfinished = Guarded<[Source: [UInt8]]>([:])

  init(_ inner: any RunObserver, _ paths: RevisionRunPaths) {
    self.inner = inner
    self.paths = paths
  }

  func handle(_ event: RunEvent) {
    switch event {
    case .buildOutput(let name, let stream, let bytes):
      let lines = wholeLines(bytes, Source(name: name, stream: stream))
      if !lines.isEmpty { inner.handle(.buildOutput(name, stream, lines)) }
    case .testOutput(let module, let stream, let bytes):
      let lines = wholeLines(bytes, Source(name: module.description, stream: stream))
      if !lines.isEmpty { inner.handle(.testOutput(module, stream, lines)) }
    case .buildEnded(let name):
      end(name) { .buildOutput(name, $0, $1) }
      inner.handle(event)
    case .packageBuilt(let report):
      let name = RunEvent.buildName(ofOnly: report.folder)
      end(name) { .buildOutput(name, $0, $1) }
      inner.handle(.packageBuilt(paths.mapped(report)))
    case .moduleFinished(let report):
      end(report.id.description) { .testOutput(report.id, $0, $1) }
      inner.handle(.moduleFinished(paths.mapped(report)))
    case .confirming(let module, let errors): inner.handle(.confirming(module, errors.map(paths.mapped)))
    case .waiting, .buildStarted, .startedOver, .moduleStarted, .taskStarted, .taskOutput, .taskFinished:
      inner.handle(event)
    }
  }

  private func wholeLines(_ bytes: [UInt8], _ source: Source) -> [UInt8] {
    unfinished.with { unfinished in
      let all = (unfinished[source] ?? []) + bytes
      let end = all.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      unfinished[source] = Array(all[end...])
      return paths.mapped(Array(all[..<end]))
    }
  }

  /// Passes on the last lines of a process that has ended.
  private func end(_ name: String, _ event: (ProcessStream, [UInt8]) -> RunEvent) {
    for stream in [ProcessStream.stdout, .stderr] {
      let rest = unfinished.with { $0.removeValue(forKey: Source(name: name, stream: stream)) ?? [] }
      if !rest.isEmpty { inner.handle(event(stream, paths.mapped(rest))) }
    }
  }
}
