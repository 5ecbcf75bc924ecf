package import Base

/// An event during a run. A build is named after its group or its only package. Two builds may run at a time.
package enum RunEvent: Sendable, Equatable {
  /// Somebody else uses a resource of this run. The sentence says who and which. The event holds until the next one.
  case waiting(String)
  /// These packages will be built under this name.
  case buildStarted(String, [RelativePath])
  /// A piece of a build's output. The pieces of one build come in order.
  case buildOutput(String, ProcessStream, [UInt8])
  /// This build sends no more events.
  case buildEnded(String)
  /// These errors came up in a folder with older outputs. The module is compiled again in an empty folder. That shows
  /// if the sources or the older outputs are wrong.
  case confirming(ModuleID, [BuildDiagnostic])
  /// The older outputs were to blame. All results of this group so far are void.
  case startedOver(String)
  case packageBuilt(PackageReport)
  case moduleStarted(ModuleID, attempt: Int)
  case testOutput(ModuleID, ProcessStream, [UInt8])
  case moduleFinished(ModuleReport)
  case taskStarted(TaskID)
  case taskOutput(TaskID, ProcessStream, [UInt8])
  case taskFinished(TaskReport)

  /// Returns the name of a build of one package alone.
  package static func buildName(ofOnly folder: RelativePath) -> String { "//\(folder)" }
}

/// Receives the events of a run. Several packages may run at a time, so calls come from several threads.
package protocol RunObserver: Sendable {
  func handle(_ event: RunEvent)
}

/// For runs of which only the report counts.
package struct NoObserver: RunObserver {
  package init() {}

  package func handle(_ event: RunEvent) {}
}
