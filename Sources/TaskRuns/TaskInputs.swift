import ContentKeys
import Digests
import GitBridge
import Manifests
import Names
import Support
import Tasks

/// What an instance made, as those see it that come after it.
struct MadeOutputs: Sendable {
  let key: SHA256Digest?
  let outputs: [TaskOutput]
  /// As they lay there.
  let files: [ListedFile]
}

/// All that an instance reads, looked at right before it is begun.
struct TaskInputs: Sendable {
  let instance: TaskInstance
  /// Declared inputs; where there are none, what other tasks made of what it may read.
  let files: [ListedFile]
  /// What the instances made that it comes after.
  let before: [TaskID: MadeOutputs]
  let program: TaskProgram
  let key: TaskKey
  /// Why nothing can be kept under the key; nil: something can.
  let obstacle: String?
}

/// Looks at inputs.
struct TaskSurvey: Sendable {
  let ground: TaskGround
  /// nil where every instance says what it reads.
  let modules: TaskModuleKeys?

  /// nil where there is no program to run.
  func inputs(of position: Int, after made: [TaskID: MadeOutputs]) throws(GitError) -> TaskInputs? {
    let instance = ground.instances.all[position]
    guard let program = ground.program(of: instance) else { return nil }
    var obstacle = ground.inheritsEnvironment ? "it runs in the environment of whoever starts it" : nil
    let listing = files(of: instance)
    let listed = (try? listing.get()) ?? []
    let words = try ground.files.words(of: listed)
    if case .failure(let reason) = listing { obstacle = obstacle ?? reason.words }
    if words == nil { obstacle = obstacle ?? ListingObstacle.unreadable.words }
    let moduleKeys = instance.inputs == nil ? modules?.keys(of: instance) : .success([:])
    switch moduleKeys {
    case .failure(let reason): obstacle = obstacle ?? reason.message
    case .success, nil: break
    }
    let key = TaskKey(
      TaskKeyInputs(
        instance, toolchain: ground.toolchain.identity, host: ground.host,
        variables: ground.keyedVariables(of: instance), programs: program.programs, files: words ?? [],
        moduleKeys: (try? moduleKeys?.get()) ?? [:],
        before: made.map { .init($0.key, key: $0.value.key, outputs: $0.value.outputs) }))
    return TaskInputs(
      instance: instance, files: listed, before: made, program: program, key: key, obstacle: obstacle)
  }

  private func files(of instance: TaskInstance) -> Result<[ListedFile], ListingObstacle> {
    let patterns = instance.inputs ?? modules?.otherOutputs(for: instance, in: ground.instances) ?? []
    do throws(ListingObstacle) {
      // Left out before anything is listed: what a link among its outputs leads to may be listed under another name.
      let files = try FileListing.files(
        matching: patterns, root: ground.root, followingLinks: true, leavingOut: instance.isOutput)
      guard instance.inputs == nil, let modules else { return .success(files) }
      let far = try FileListing.files(
        matching: modules.farOutputs(for: instance, in: ground.instances), root: ground.root,
        followingLinks: true)
      let counting = far.filter { modules.counts($0.path, for: instance) }
      return .success((files + counting).sorted { $0.path < $1.path })
    } catch {
      return .failure(error)
    }
  }

  /// Whether all that lies on the disk is as it was when it was looked at. What modules are made of is asked about when all
  /// is over.
  func isAsBefore(_ inputs: TaskInputs) -> Bool {
    guard ground.program(of: inputs.instance) == inputs.program,
      (try? files(of: inputs.instance).get()) == inputs.files
    else { return false }
    return inputs.before.allSatisfy { id, made in
      guard let position = ground.instances.position(of: id) else { return false }
      let place = ground.outputPlace(of: ground.instances.all[position])
      return (try? place.listed()) == made.files
    }
  }
}
