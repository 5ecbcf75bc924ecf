package import Base

/// Runs actions on the workers of a server, through Execution of the Remote Execution API, version 2.
///
/// An error means that there is no outcome. An outcome is complete: the output and all files were fetched and match
/// their digests.
package final class REAPIExecutor: Sendable {
  private static let api = "build.bazel.remote.execution.v2.Execution"
  /// The limit on output. No test prints more.
  private static let longestOutput = 256 << 20
  /// The number of long blobs that are sent at the same time.
  private static let uploadWidth = 4
  /// The number of times that a broken connection is resumed without news.
  private static let longestSilence = 3

  private static let late = RemoteError(.busy, "it did not finish in time")

  private let store: REAPIStore
  private let namespace: Namespace
  /// The client for cancelling an operation, when all other clients have been told to stop.
  private let farewell: HTTPClient
  private let uploads = BlobUploads()

  package init(_ store: REAPIStore, in namespace: Namespace, farewell: HTTPClient) {
    self.store = store
    self.namespace = namespace
    self.farewell = farewell
  }

  /// Returns true when the server runs actions at all.
  package func canExecute() throws(RemoteError) -> Bool { try store.capabilities(namespace).executes }

  /// Runs an action. `patience` limits the whole time for sending, waiting for a worker, and running.
  package func run(
    _ action: RemoteAction, patience: Duration, _ watch: RemoteWatch = RemoteWatch()
  ) throws(RemoteError) -> RemoteOutcome {
    guard let encoded = EncodedAction(action) else {
      throw RemoteError(.unsuitable, "a file that it needs has a name that is not UTF-8")
    }
    let deadline = ContinuousClock.now + patience
    do throws(RemoteError) {
      return try attempt(action, encoded, deadline, watch)
    } catch {
      guard error.kind == .forgetful else { throw error }
      // The server has removed blobs that it had a moment ago.
      uploads.forget(Self.blobs(of: action, encoded))
      return try attempt(action, encoded, deadline, watch)
    }
  }

  private static func blobs(of action: RemoteAction, _ encoded: EncodedAction) -> Set<ContentDigest> {
    Set(encoded.messages.keys).union(action.files.keys)
  }

  private func attempt(
    _ action: RemoteAction, _ encoded: EncodedAction, _ deadline: ContinuousClock.Instant,
    _ watch: RemoteWatch
  ) throws(RemoteError) -> RemoteOutcome {
    do throws(RemoteError) {
      try provide(action, encoded) { watch.isUnwanted() || deadline <= .now }
    } catch {
      throw error.kind == .stopped && deadline <= .now ? Self.late : error
    }
    watch.noteSent()
    return try result(of: encoded, action, deadline, watch)
  }

  private func result(
    of encoded: EncodedAction, _ action: RemoteAction, _ deadline: ContinuousClock.Instant,
    _ watch: RemoteWatch
  ) throws(RemoteError) -> RemoteOutcome {
    var running: ContinuousClock.Instant?
    let start = ContinuousClock.now
    let operation = try operation(encoded, deadline, isUnwanted: watch.isUnwanted) {
      guard running == nil else { return }
      running = .now
      watch.noteRunning()
    }
    var outcome = try outcome(of: operation, action)
    // The clocks of other machines may be wrong.
    let most = ContinuousClock.now - start
    outcome.duration = min(outcome.duration ?? running.map { .now - $0 } ?? most, most)
    return outcome
  }
}

// MARK: Sending

extension REAPIExecutor {
  private func provide(
    _ action: RemoteAction, _ encoded: EncodedAction, unless isUnwanted: @escaping @Sendable () -> Bool
  ) throws(RemoteError) {
    try uploads.provide(Self.blobs(of: action, encoded), unless: isUnwanted) { claimed throws(RemoteError) in
      let missing = try store.missing(Array(claimed), in: namespace)
      let long = missing.filter { $0.size > store.longestShort }
      _ = try concurrentMap(Array(long), jobs: Self.uploadWidth) { [self] blob throws(RemoteError) in
        if isUnwanted() { throw RemoteError(.stopped, "stopped") }
        try store.write(try contents(of: blob, action, encoded), as: blob, in: namespace)
      }
      var batch: [ContentDigest: [UInt8]] = [:]
      var size = 0
      for blob in missing.subtracting(long) {
        if isUnwanted() { throw RemoteError(.stopped, "stopped") }
        batch[blob] = try contents(of: blob, action, encoded)
        size += blob.size
        // At most one message's worth of bytes is held at a time.
        if size > 2 << 20 {
          try store.writeShort(batch, in: namespace)
          (batch, size) = ([:], 0)
        }
      }
      if !batch.isEmpty { try store.writeShort(batch, in: namespace) }
    }
  }

  private func contents(
    of blob: ContentDigest, _ action: RemoteAction, _ encoded: EncodedAction
  ) throws(RemoteError) -> [UInt8] {
    if blob.size == 0 { return [] }
    if let message = encoded.messages[blob] { return message }
    guard let file = action.files[blob],
      let bytes = try? ByteFiles.contents(of: file, followingLinks: true), blob.matches(bytes)
    else {
      throw RemoteError(.unsuitable, "a file that it needs changed meanwhile")
    }
    return bytes
  }
}

// MARK: Waiting

extension REAPIExecutor {
  /// Waits for the end of the operation.
  private func operation(
    _ action: EncodedAction, _ deadline: ContinuousClock.Instant,
    isUnwanted: @escaping @Sendable () -> Bool, noteRunning: () -> Void
  ) throws(RemoteError) -> ExecutionOperation {
    var listener = OperationListener()
    var request = ExecutionMessages.execute(action.digest, in: store.instance(namespace))
    var method = "Execute"
    var silence = 0
    while true {
      let news = listener.count
      do throws(RemoteError) {
        let limits = HTTPLimits(
          longestBody: 16 << 20, total: max(deadline - .now, .milliseconds(1)), slowness: .zero)
        let answer = try withoutActuallyEscaping(noteRunning) { noteRunning throws(RemoteError) in
          try store.channel.stream(
            "\(Self.api)/\(method)", [request], limits, in: namespace,
            GRPCWatch(
              receive: { message in
                listener.take(message)
                if listener.last?.isRunning ?? false { noteRunning() }
              }, isUnwanted: isUnwanted))
        }
        if let error = answer.status.executionError { throw error }
        if let operation = listener.last, operation.isDone { return operation }
        throw RemoteError(.broken, "it stopped reporting on the action")
      } catch {
        silence = listener.count > news ? 0 : silence + 1
        let isLost = [.broken, .busy, .unavailable].contains(error.kind)
        // A request may end a little before its time limit.
        let isLate = deadline <= .now + .milliseconds(50)
        guard isLost, !isLate, silence < Self.longestSilence, let name = listener.name else {
          if let name = listener.name { cancel(name) }
          throw isLate ? Self.late : error
        }
        // A broken connection does not end the operation, so it is resumed.
        Threads.pause(milliseconds: 200)
        (method, request) = ("WaitExecution", CASMessages.named(name))
      }
    }
  }

  /// Cancels an operation. Nobody waits for the answer.
  private func cancel(_ name: String) {
    let channel = GRPCChannel(
      client: farewell, address: store.channel.address, headers: store.channel.headers)
    _ = try? channel.call(
      "google.longrunning.Operations/CancelOperation", CASMessages.named(name),
      HTTPLimits(connecting: .seconds(1), total: .seconds(2)), in: namespace)
  }
}

/// The callbacks of a caller that waits for an action.
package struct RemoteWatch: Sendable {
  /// Called when the server has all inputs.
  package var noteSent: @Sendable () -> Void = {}
  /// Called when a worker runs the action.
  package var noteRunning: @Sendable () -> Void = {}
  /// Returns true when nobody waits for the action any more.
  package var isUnwanted: @Sendable () -> Bool = { false }

  package init() {}
}

/// Collects the server's messages about an operation.
private struct OperationListener {
  private(set) var last: ExecutionOperation?
  private(set) var name: String?
  private(set) var count = 0

  /// Takes a message. An unreadable one counts as no news, and without an end there is no outcome.
  mutating func take(_ message: ArraySlice<UInt8>) {
    guard let operation = try? ExecutionOperation(decoding: message) else {
      last = nil
      return
    }
    count += 1
    last = operation
    if !operation.name.isEmpty { name = operation.name }
  }
}

// MARK: The end

extension REAPIExecutor {
  private func outcome(
    of operation: ExecutionOperation, _ action: RemoteAction
  ) throws(RemoteError) -> RemoteOutcome {
    if let error = operation.error?.executionError { throw error }
    guard let response = operation.response else {
      throw RemoteError(.broken, "it reports an end without a response")
    }
    if response.status.isDeadlineExceeded { return RemoteOutcome(end: .timedOut) }
    if let error = response.status.executionError { throw error }
    // A message that was cut off would look like success, so a missing result is an error.
    guard let result = response.result else {
      throw RemoteError(.broken, "it reports an end without a result")
    }
    var outcome = RemoteOutcome(end: .exited(result.exitCode))
    outcome.standardOutput = try contents(of: result.standardOutput)
    outcome.standardError = try contents(of: result.standardError)
    outcome.worker = result.execution.worker
    outcome.duration = result.execution.duration
    for file in result.outputFiles where action.outputs.contains(file.path) {
      outcome.outputs[file.path] = file.contents.isEmpty ? try blob(file.digest) : file.contents
    }
    return outcome
  }

  private func contents(of stream: ActionResult.Stream) throws(RemoteError) -> [UInt8] {
    guard stream.raw.isEmpty, let digest = stream.digest else { return stream.raw }
    return try blob(digest)
  }

  private func blob(_ digest: ContentDigest) throws(RemoteError) -> [UInt8] {
    guard digest.size > 0 else { return [] }
    guard digest.size <= Self.longestOutput else {
      throw RemoteError(.unsuitable, "its output is too large: \(digest.size) bytes")
    }
    let bytes =
      digest.size <= store.longestShort
      ? try store.readShort([digest], in: namespace)[digest] : try store.read(digest, in: namespace)
    guard let bytes, digest.matches(bytes) else {
      throw RemoteError(.broken, "its output is missing or damaged")
    }
    return bytes
  }
}

extension GRPCStatus {
  fileprivate var isDeadlineExceeded: Bool { code == 4 }

  /// The error that the status means for an action, or nil for success.
  fileprivate var executionError: RemoteError? {
    // Failed precondition or not found: the server lacks something that the action needs.
    guard code == 9 || code == 5 else { return error }
    return RemoteError(.forgetful, "it lost files that were sent: \(message)")
  }
}
