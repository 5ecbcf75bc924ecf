import BuildState
import Cache
import Digests

/// A list that is kept as the record of a line of states, the latest value first.
struct RecordedList {
  let name: String
  let most: Int

  private var form: SealedForm { SealedForm(name, version: 1) }

  func key(_ line: StateLine) -> SHA256Digest { SHA256.digest(of: Array(name.utf8) + line.digest.bytes) }

  func values(in result: ActionResult, for key: SHA256Digest) -> [String] {
    result.outputFiles.first { $0.path == name }.flatMap { form.value(in: $0.contents, for: key) } ?? []
  }

  /// With a value at its head.
  func record(of value: String, before others: [String], for key: SHA256Digest) -> ActionResult {
    var result = ActionResult()
    let values = [value] + others.filter { $0 != value }.prefix(most - 1)
    result.outputFiles = [.init(path: name, contents: form.seal(values, for: key))]
    return result
  }
}
