import Names
import Runner
import Support

/// What a console learns of a run. The one place that knows the runner's events is `moments(of:)`.
enum RunMoment: Sendable, Equatable {
  /// These will be built under this name.
  case buildStarted(String, [RelativePath])
  /// The name tells one build from others that go on at the same time.
  case buildOutput(String, [UInt8])
  case buildEnded(String)
  case confirming(ModuleID, [BuildDiagnostic])
  case startedOver(String)
  case packageBuilt(PackageReport)
  case testStarted(ModuleID, attempt: Int)
  case testOutput(ModuleID, [UInt8])
  case testEnded(ModuleReport)
  /// Somebody else uses what this run needs: a sentence. It holds until something else happens.
  case waiting(String)

  static func moments(of event: RunEvent) -> [RunMoment] {
    switch event {
    case .waiting(let reason): [.waiting(reason)]
    case .groupOutput(let name, _, let bytes): [.buildOutput(name, bytes)]
    case .groupBuilt(let name, _): [.buildEnded(name)]
    case .confirming(let module, let errors): [.confirming(module, errors)]
    case .startedOver(let name): [.startedOver(name)]
    case .buildStarted(let name, let packages): [.buildStarted(name, packages)]
    case .buildOutput(let folder, _, let bytes): [.buildOutput("//\(folder)", bytes)]
    case .packageBuilt(let report): [.packageBuilt(report), .buildEnded("//\(report.folder)")]
    case .moduleStarted(let module, let attempt): [.testStarted(module, attempt: attempt)]
    case .testOutput(let module, _, let bytes): [.testOutput(module, bytes)]
    case .moduleFinished(let report): [.testEnded(report)]
    }
  }
}
