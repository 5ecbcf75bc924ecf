import Base
import GitBridge
import Runner
import Session
import SwiftSources

/// The outputs of an instance, for the instances that come after it.
struct MadeOutputs: Sendable {
  let key: SHA256Digest?
  let outputs: [TaskOutput]
  /// The files as listed on the disk after the instance ended.
  let files: [ListedFile]
}

/// All that an instance reads, looked at right before it starts.
struct TaskInputs: Sendable {
  let instance: TaskInstance
  /// The declared inputs.
  let files: [ListedFile]
  /// The outputs of the instances that come before.
  let before: [TaskID: MadeOutputs]
  let program: TaskProgram
  let key: TaskKey
  /// The reason that no result can be kept, or nil.
  let obstacle: String?
}

/// Reads the inputs of instances.
struct TaskSurvey: Sendable {
  let context: TaskContext

  /// Returns nil where there is no program to run.
  func inputs(of position: Int, after made: [TaskID: MadeOutputs]) throws(Failure) -> TaskInputs? {
    let instance = context.instances.all[position]
    guard let program = context.program(of: instance) else { return nil }
    var obstacle = context.inheritsEnvironment ? "it inherits the environment of the caller" : nil
    let listing = files(of: instance)
    let listed = (try? listing.get()) ?? []
    let words = try context.files.words(of: listed)
    if case .failure(let reason) = listing { obstacle = obstacle ?? reason.words }
    if words == nil { obstacle = obstacle ?? ListingObstacle.unreadable.words }
    if instance.inputs == nil { obstacle = obstacle ?? "it declares no \"inputs\", so it runs each time" }
    let key = TaskKey(
      TaskKeyInputs(
        instance, toolchain: context.toolchain.identity, host: context.host,
        variables: context.keyedVariables(of: instance), programs: program.programs, files: words ?? [],
        before: made.map { .init($0.key, key: $0.value.key, outputs: $0.value.outputs) }))
    return TaskInputs(
      instance: instance, files: listed, before: made, program: program, key: key, obstacle: obstacle)
  }

  private func files(of instance: TaskInstance) -> Result<[ListedFile], ListingObstacle> {
    do throws(ListingObstacle) {
      // Outputs are left out first. Otherwise a file that a linked output leads to might be listed under another name.
      return .success(
        try FileListing.files(
          matching: instance.inputs ?? [], root: context.root, followingLinks: true,
          leavingOut: instance.isOutput))
    } catch {
      return .failure(error)
    }
  }

  /// Returns true when the files on the disk are the same as when `inputs` were read.
  func isAsBefore(_ inputs: TaskInputs) -> Bool {
    guard context.program(of: inputs.instance) == inputs.program,
      (try? files(of: inputs.instance).get()) == inputs.files
    else { return false }
    return inputs.before.allSatisfy { id, made in
      guard let position = context.instances.position(of: id) else { return false }
      let place = context.outputPlace(of: context.instances.all[position])
      return (try? place.listed()) == made.files
    }
  }
}
