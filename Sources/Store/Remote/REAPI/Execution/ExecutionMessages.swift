/// Requests to run actions.
enum ExecutionMessages {
  static func execute(_ action: ContentDigest, in instance: String) -> [UInt8] {
    var writer = ProtobufWriter()
    writer.string(1, instance)
    // A result that somebody else stored for such an action is not used.
    writer.flag(3, true)
    writer.digest(6, action)
    return writer.bytes
  }
}

/// An `Operation`: the server's report on an action that it runs.
struct ExecutionOperation {
  /// The operation's name, empty when it has none.
  var name = ""
  var isDone = false
  /// True when a worker runs the action. It is also true when the server does not report that.
  var isRunning = true
  /// The reason why there is no response.
  var error: GRPCStatus?
  var response: ExecuteResponse?

  init(decoding bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let bytes)): name = String(decoding: bytes, as: UTF8.self)
      case (2, .bytes(let bytes)):
        let stage = try Self.value(of: "ExecuteOperationMetadata", in: bytes).map {
          any throws(ProtobufError) in try ProtobufReader.number(1, in: any) ?? 0
        }
        isRunning = stage.map { !Self.waiting.contains($0) } ?? true
      case (3, .varint(let value)): isDone = value != 0
      case (4, .bytes(let bytes)): error = try CASMessages.status(bytes)
      case (5, .bytes(let bytes)):
        response = try Self.value(of: "ExecuteResponse", in: bytes).map {
          any throws(ProtobufError) in try ExecuteResponse(decoding: any)
        }
      default: break
      }
    }
  }

  /// The stages in which the server looks in its cache or waits for a worker.
  private static let waiting: [UInt64] = [1, 2]

  /// Returns the value of an `Any`, or nil when it has another type.
  private static func value(
    of wanted: String, in any: ArraySlice<UInt8>
  ) throws(ProtobufError) -> ArraySlice<UInt8>? {
    var (type, value) = ("", ArraySlice<UInt8>())
    var reader = ProtobufReader(any)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let bytes)): type = String(decoding: bytes, as: UTF8.self)
      case (2, .bytes(let bytes)): value = bytes
      default: break
      }
    }
    return type.hasSuffix("/build.bazel.remote.execution.v2.\(wanted)") ? value : nil
  }
}

/// An `ExecuteResponse`: the end of an action.
struct ExecuteResponse {
  /// The result, or nil when there is none.
  var result: ActionResult?
  var status = GRPCStatus(code: 0, message: "")

  init(decoding bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (1, .bytes(let bytes)): result = try ActionResult(decoding: Array(bytes))
      case (3, .bytes(let bytes)): status = try CASMessages.status(bytes)
      default: break
      }
    }
  }
}
