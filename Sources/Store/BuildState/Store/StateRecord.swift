import Base

/// The record of a state. The files of its result are the manifest and then the blobs. Its output is the summary.
struct StateRecord {
  private static let kind = "ambit build state"
  private static let format = 1

  let summary: StateSummary
  let manifest: ContentDigest
  let blobs: [ContentDigest]
}

extension StateRecord {
  /// Returns nil for a record of another kind.
  init?(_ result: ActionResult) {
    guard let manifest = result.outputFiles.first, manifest.path == "manifest",
      let summary = Self.summary(result.standardOutput.raw)
    else { return nil }
    self.init(
      summary: summary, manifest: manifest.digest, blobs: result.outputFiles.dropFirst().map(\.digest))
  }

  var result: ActionResult {
    var result = ActionResult()
    result.outputFiles = [ActionResult.OutputFile(path: "manifest", digest: manifest)]
    for (index, blob) in blobs.enumerated() {
      result.outputFiles.append(ActionResult.OutputFile(path: "blobs/\(index)", digest: blob))
    }
    result.standardOutput.raw = text
    return result
  }

  private var text: [UInt8] {
    let facts: JSON = [
      "kind": Self.kind, "format": Self.format, "line": summary.line.description,
      "commit": summary.commit, "workspace": summary.workspace, "scratch": summary.scratch,
    ]
    let numbers = JSON(fields: Self.numbers.map { name, path in (name, summary[keyPath: path]) })
    return Array(JSON(facts, numbers).compactJSON.utf8)
  }

  private static func summary(_ text: [UInt8]) -> StateSummary? {
    guard let node = try? JSONParser.parse(text), node["kind"]?.stringValue == kind,
      node["format"]?.intValue == format,
      let line = node["line"]?.stringValue.flatMap({ SHA256Digest(hex: $0.utf8) }),
      let commit = node["commit"]?.stringValue, let workspace = node["workspace"]?.stringValue,
      let scratch = node["scratch"]?.stringValue
    else { return nil }
    var summary = StateSummary(line: line, commit: commit, workspace: workspace, scratch: scratch)
    for (name, path) in numbers {
      guard let value = node[name]?.intValue else { return nil }
      summary[keyPath: path] = value
    }
    return summary
  }

  private static var numbers: [(String, WritableKeyPath<StateSummary, Int>)] {
    [
      ("saved", \.saved.count), ("newest", \.newest.count), ("files", \.files), ("inputs", \.inputs),
      ("bytes", \.bytes), ("storedBytes", \.storedBytes), ("writtenBytes", \.writtenBytes),
    ]
  }
}

extension FileTime {
  fileprivate var count: Int {
    get { Int(nanoseconds) }
    set { nanoseconds = Int64(newValue) }
  }
}
