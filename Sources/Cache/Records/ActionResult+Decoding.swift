// As in every reader of the format: fields that are not known, or known with another wire type, are passed over;
// of a field that comes twice the last counts, and a message that comes twice is merged.

extension ActionResult {
  /// Reads a message, whoever wrote it. Contents that lie in it are checked against their digests.
  package init(decoding bytes: [UInt8]) throws(ProtobufError) {
    typealias Field = ActionResultField.Result
    var output = DigestDraft()
    var errors = DigestDraft()
    var reader = ProtobufReader(bytes[...])
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (Field.outputFiles, .bytes(let bytes)): outputFiles.append(try OutputFile(decoding: bytes))
      case (Field.exitCode, .varint(let value)): exitCode = Int32(truncatingIfNeeded: value)
      case (Field.stdoutRaw, .bytes(let bytes)): standardOutput.raw = Array(bytes)
      case (Field.stdoutDigest, .bytes(let bytes)): try output.merge(bytes)
      case (Field.stderrRaw, .bytes(let bytes)): standardError.raw = Array(bytes)
      case (Field.stderrDigest, .bytes(let bytes)): try errors.merge(bytes)
      case (Field.execution, .bytes(let bytes)): try execution.merge(bytes)
      default: break
      }
    }
    standardOutput.digest = try output.digestIfGiven()
    standardError.digest = try errors.digestIfGiven()
    try standardOutput.check()
    try standardError.check()
  }
}

extension ActionResult.Stream {
  fileprivate func check() throws(ProtobufError) {
    if let digest, !raw.isEmpty, !digest.matches(raw) { throw ProtobufError(.badValue) }
  }
}

extension ActionResult.OutputFile {
  fileprivate init(decoding bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    typealias Field = ActionResultField.File
    var path = ""
    var draft = DigestDraft()
    var isExecutable = false
    var contents: [UInt8] = []
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (Field.path, .bytes(let bytes)): path = try String(decodingField: bytes)
      case (Field.digest, .bytes(let bytes)): try draft.merge(bytes)
      case (Field.isExecutable, .varint(let value)): isExecutable = value != 0
      case (Field.contents, .bytes(let bytes)): contents = Array(bytes)
      default: break
      }
    }
    guard let digest = try draft.digestIfGiven(), contents.isEmpty || digest.matches(contents) else {
      throw ProtobufError(.badValue)
    }
    self.init(path: path, digest: digest, isExecutable: isExecutable)
    self.contents = contents
  }
}

extension ActionResult.Execution {
  fileprivate mutating func merge(_ bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    typealias Field = ActionResultField.Execution
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (Field.worker, .bytes(let bytes)): worker = try String(decodingField: bytes)
      case (Field.start, .bytes(let bytes)): start = try Self.merged(start, bytes)
      case (Field.completed, .bytes(let bytes)): completed = try Self.merged(completed, bytes)
      default: break
      }
    }
  }

  private static func merged(
    _ known: ActionResult.Timestamp?, _ bytes: ArraySlice<UInt8>
  ) throws(ProtobufError) -> ActionResult.Timestamp {
    typealias Field = ActionResultField.Timestamp
    var result = known ?? ActionResult.Timestamp(seconds: 0)
    var reader = ProtobufReader(bytes)
    while let field = try reader.next() {
      switch (field.number, field.value) {
      case (Field.seconds, .varint(let value)): result.seconds = Int64(bitPattern: value)
      case (Field.nanoseconds, .varint(let value)): result.nanoseconds = Int32(truncatingIfNeeded: value)
      default: break
      }
    }
    return result
  }
}

extension String {
  fileprivate init(decodingField bytes: ArraySlice<UInt8>) throws(ProtobufError) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw ProtobufError(.badValue) }
    self = text
  }
}
