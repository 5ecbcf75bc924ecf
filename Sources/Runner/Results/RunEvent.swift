package import Base

/// What happens while a plan is executed. A build goes by a name, that of its group or that of its only package: two may be
/// under way at a time.
package enum RunEvent: Sendable, Equatable {
  /// Somebody else uses what this run needs: a sentence that says who and what. It holds until something else happens.
  case waiting(String)
  /// These packages will be built under this name.
  case buildStarted(String, [RelativePath])
  /// As it is printed; pieces of one build come in order.
  case buildOutput(String, ProcessStream, [UInt8])
  /// Nothing more comes of this build.
  case buildEnded(String)
  /// These errors came up in a folder with older outputs: the module is compiled again in an empty one, which
  /// tells whether it is to blame or the folder.
  case confirming(ModuleID, [BuildDiagnostic])
  /// It was the folder: what the group of this name has built so far counts for nothing.
  case startedOver(String)
  case packageBuilt(PackageReport)
  case moduleStarted(ModuleID, attempt: Int)
  case testOutput(ModuleID, ProcessStream, [UInt8])
  case moduleFinished(ModuleReport)
  case taskStarted(TaskID)
  case taskOutput(TaskID, ProcessStream, [UInt8])
  case taskFinished(TaskReport)

  /// The name of a build of one package alone.
  package static func buildName(ofOnly folder: RelativePath) -> String { "//\(folder)" }
}

/// Whoever wants to know. Several packages may run at a time, so calls come from several threads.
package protocol RunObserver: Sendable {
  func handle(_ event: RunEvent)
}
