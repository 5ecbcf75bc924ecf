package import Base

/// Decides which test modules need not run, once they are built: `RunGates` in Session.
package protocol ProductGate: Sendable {
  /// Returns the report of an earlier pass that still holds. nil when there is none. It is asked about every module
  /// that could run.
  func replay(_ test: BuiltTest) -> ModuleReport?

  /// Called right after a module was run. `files` are those that its processes asked for. nil when they were not
  /// observed. Returns the reason when the outcome says nothing of this workspace.
  func note(_ files: ObservedFiles?, of test: BuiltTest) -> Failure?

  /// Returns the files that are no input of a module that passed, for a run where they read as something else. nil when there
  /// is no such run.
  func otherFiles(of test: BuiltTest) -> OtherFiles?

  /// Called after such a run.
  func note(_ outcome: AlteredOutcome, of test: BuiltTest)

  /// Called when a module passed on another machine. That machine had no other files than those sent to it.
  func noteElsewhere(_ test: BuiltTest)
}

/// A test module that is built and could be run.
package struct BuiltTest: Sendable, Hashable {
  package let id: ModuleID
  /// The path of its program in the product folder.
  package let file: String
  /// The product folder of its package.
  package let productFolder: String
  /// The folder in which its tests see the products while they run.
  package let seenFolder: String
  package let scratchFolder: String
  package let workingFolder: String
  package let environment: [String: String]
}
