/// What came of running something once: `ActionResult` of the Remote Execution API, version 2, as far as Ambit
/// has use for it. Directories and symbolic links among the outputs are not read.
package struct ActionResult: Hashable, Sendable {
  package var outputFiles: [OutputFile] = []
  package var exitCode: Int32 = 0
  package var standardOutput = Stream()
  package var standardError = Stream()
  package var execution = Execution()

  package init() {}
}

extension ActionResult {
  package struct OutputFile: Hashable, Sendable {
    package var path: String
    package var digest: ContentDigest
    package var isExecutable: Bool
    /// What the file holds, when it is short enough to lie in the record itself; else empty.
    package var contents: [UInt8]

    /// A file whose contents are a blob of the store.
    package init(path: String, digest: ContentDigest, isExecutable: Bool = false) {
      self.path = path
      self.digest = digest
      self.isExecutable = isExecutable
      contents = []
    }

    /// A file whose contents lie in the record.
    package init(path: String, contents: [UInt8], isExecutable: Bool = false) {
      self.path = path
      self.isExecutable = isExecutable
      self.contents = contents
      digest = ContentDigest(of: contents)
    }
  }

  /// Everything that was printed to one stream: in the record, or as a blob.
  package struct Stream: Hashable, Sendable {
    package var raw: [UInt8]
    package var digest: ContentDigest?

    package init(raw: [UInt8] = [], digest: ContentDigest? = nil) {
      self.raw = raw
      self.digest = digest
    }
  }

  package struct Execution: Hashable, Sendable {
    /// Who ran it; empty when that is not told.
    package var worker = ""
    package var start: Timestamp?
    package var completed: Timestamp?

    package init() {}

    /// nil when it is not told, or cannot be.
    package var duration: Duration? {
      guard let start, let completed else { return nil }
      let span = completed.sinceEpoch - start.sinceEpoch
      return span >= .zero ? span : nil
    }
  }

  /// A moment in UTC, counted from 1970.
  package struct Timestamp: Hashable, Sendable {
    package var seconds: Int64
    package var nanoseconds: Int32

    package init(seconds: Int64, nanoseconds: Int32 = 0) {
      self.seconds = seconds
      self.nanoseconds = nanoseconds
    }

    fileprivate var sinceEpoch: Duration { .seconds(seconds) + .nanoseconds(nanoseconds) }
  }
}

extension ActionResult {
  /// The blobs without which the result is not whole.
  package var neededBlobs: [ContentDigest] {
    let files = outputFiles.lazy.filter { $0.contents.isEmpty }.map(\.digest)
    let streams = [standardOutput, standardError].lazy.filter { $0.raw.isEmpty }.compactMap(\.digest)
    return (Array(files) + Array(streams)).filter { $0.size > 0 }
  }
}
