/// The numbers of the fields, for reader and writer alike.
enum ActionResultField {
  enum Result {
    static let outputFiles = 2
    static let exitCode = 4
    static let stdoutRaw = 5
    static let stdoutDigest = 6
    static let stderrRaw = 7
    static let stderrDigest = 8
    static let execution = 9
  }

  enum File {
    static let path = 1
    static let digest = 2
    static let isExecutable = 4
    static let contents = 5
  }

  enum Digest {
    static let hash = 1
    static let size = 2
  }

  enum Execution {
    static let worker = 1
    static let start = 7
    static let completed = 8
  }

  enum Timestamp {
    static let seconds = 1
    static let nanoseconds = 2
  }
}

extension ActionResult {
  /// The message's bytes; equal results have equal bytes.
  package var encoded: [UInt8] {
    typealias Field = ActionResultField.Result
    var writer = ProtobufWriter()
    for file in outputFiles { writer.message(Field.outputFiles) { file.encode(to: &$0) } }
    writer.integer(Field.exitCode, Int64(exitCode))
    writer.stream(standardOutput, raw: Field.stdoutRaw, digest: Field.stdoutDigest)
    writer.stream(standardError, raw: Field.stderrRaw, digest: Field.stderrDigest)
    if execution != Execution() { writer.message(Field.execution) { execution.encode(to: &$0) } }
    return writer.bytes
  }
}

extension ActionResult.OutputFile {
  fileprivate func encode(to writer: inout ProtobufWriter) {
    typealias Field = ActionResultField.File
    writer.string(Field.path, path)
    writer.digest(Field.digest, digest)
    writer.flag(Field.isExecutable, isExecutable)
    writer.data(Field.contents, contents)
  }
}

extension ActionResult.Execution {
  fileprivate func encode(to writer: inout ProtobufWriter) {
    typealias Field = ActionResultField.Execution
    writer.string(Field.worker, worker)
    if let start { writer.message(Field.start) { start.encode(to: &$0) } }
    if let completed { writer.message(Field.completed) { completed.encode(to: &$0) } }
  }
}

extension ActionResult.Timestamp {
  fileprivate func encode(to writer: inout ProtobufWriter) {
    writer.integer(ActionResultField.Timestamp.seconds, seconds)
    writer.integer(ActionResultField.Timestamp.nanoseconds, Int64(nanoseconds))
  }
}

extension ProtobufWriter {
  fileprivate mutating func stream(_ stream: ActionResult.Stream, raw: Int, digest: Int) {
    data(raw, stream.raw)
    if let name = stream.digest { self.digest(digest, name) }
  }
}
