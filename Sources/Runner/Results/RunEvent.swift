package import Names
package import Platform
package import Support

/// What happens while a plan is executed.
package enum RunEvent: Sendable, Equatable {
  /// Somebody else uses what this run needs; the text is a sentence that says who and what.
  case waiting(String)
  /// The build of a group of this name begins, with these packages in it. Two groups may be built at a time.
  case buildStarted(String, [RelativePath])
  /// Raw output of a build of several packages, by the name of their group; pieces come in order.
  case groupOutput(String, ProcessStream, [UInt8])
  /// The build of several packages is over. Each package's own report follows, perhaps after a build of its own.
  case groupBuilt(String, isSuccess: Bool)
  /// Raw output of a build of one package; pieces of one package come in order.
  case buildOutput(RelativePath, ProcessStream, [UInt8])
  /// These errors came up in a folder with older outputs: the module is compiled again in an empty one, which
  /// tells whether it is to blame or the folder.
  case confirming(ModuleID, [BuildDiagnostic])
  /// It was the folder: what the group of this name has built so far counts for nothing.
  case startedOver(String)
  case packageBuilt(PackageReport)
  case moduleStarted(ModuleID, attempt: Int)
  case testOutput(ModuleID, ProcessStream, [UInt8])
  case moduleFinished(ModuleReport)
}

/// Whoever wants to know. Several packages may run at a time, so calls come from several threads.
package protocol RunObserver: Sendable {
  func handle(_ event: RunEvent)
}
