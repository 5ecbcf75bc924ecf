/// The result of one action: `ActionResult` of the Remote Execution API, version 2, as far as Ambit needs it.
/// Directories and symbolic links among the outputs are not read.
package struct ActionResult: Hashable, Sendable {
  package var outputFiles: [OutputFile] = []
  package var exitCode: Int32 = 0
  package var standardOutput = Stream()
  package var standardError = Stream()
  package var execution = Execution()

  package init() {}

  /// Makes a result with one file, whose contents are in the record.
  package init(file name: String, _ contents: [UInt8]) {
    outputFiles = [.init(path: name, contents: contents)]
  }

  package func file(_ name: String) -> OutputFile? { outputFiles.first { $0.path == name } }
}

extension ActionResult {
  package struct OutputFile: Hashable, Sendable {
    package var path: String
    package var digest: ContentDigest
    package var isExecutable: Bool
    /// The bytes of a file that is short enough to be in the record, else empty.
    package var contents: [UInt8]

    /// Makes a file whose contents are a blob of the store.
    package init(path: String, digest: ContentDigest, isExecutable: Bool = false) {
      self.path = path
      self.digest = digest
      self.isExecutable = isExecutable
      contents = []
    }

    /// Makes a file whose contents are in the record.
    package init(path: String, contents: [UInt8], isExecutable: Bool = false) {
      self.path = path
      self.isExecutable = isExecutable
      self.contents = contents
      digest = ContentDigest(of: contents)
    }
  }

  /// Everything that was printed to one stream, in the record or as a blob.
  package struct Stream: Hashable, Sendable {
    package var raw: [UInt8] = []
    package var digest: ContentDigest?
  }

  package struct Execution: Hashable, Sendable {
    /// The name of the worker, or the mark of the record's maker in the local store. It is empty when it is unknown.
    package var worker = ""
    package var start: Timestamp?
    package var completed: Timestamp?

    /// The time between start and end, or nil when it is unknown or negative.
    package var duration: Duration? {
      guard let start, let completed else { return nil }
      let span = completed.sinceEpoch - start.sinceEpoch
      return span >= .zero ? span : nil
    }
  }

  /// A moment in UTC, counted from 1970.
  package struct Timestamp: Hashable, Sendable {
    package var seconds: Int64
    package var nanoseconds: Int32 = 0

    fileprivate var sinceEpoch: Duration { .seconds(seconds) + .nanoseconds(nanoseconds) }
  }
}

extension ActionResult {
  /// The blobs that the result needs to be complete.
  package var neededBlobs: [ContentDigest] {
    let files = outputFiles.lazy.filter { $0.contents.isEmpty }.map(\.digest)
    let streams = [standardOutput, standardError].lazy.filter { $0.raw.isEmpty }.compactMap(\.digest)
    return (Array(files) + Array(streams)).filter { $0.size > 0 }
  }
}

// As in every reader of the format, unknown fields and fields with another wire type are skipped. When a field comes
// twice, the last one counts, and messages are merged.

extension ActionResult {
  /// Parses a message, which anybody may have written. Inline contents are compared with their digests.
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

/// The numbers of the fields, for both reading and writing.
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
  /// The message's bytes. Equal results have equal bytes.
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
