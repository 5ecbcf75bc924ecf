import Cache
import Digests

/// Where a record of the local store came from, kept within it: it counts only while its place is believed, and is never sent
/// on as one's own.
struct RecordOrigin: Equatable {
  private static let mark = "ambit-remote"

  let address: String
  let namespace: Namespace
  /// Whose signature was checked; nil when nobody's was.
  let signer: VerifyingKey?

  init(address: String, namespace: Namespace, signer: VerifyingKey?) {
    self.address = address
    self.namespace = namespace
    self.signer = signer
  }

  /// nil for what this machine recorded itself.
  init?(of result: ActionResult) {
    let words = result.execution.worker.split(separator: " ")
    guard words.count == 4, words[0] == Self.mark else { return nil }
    self.init(
      address: String(words[1]), namespace: Namespace(String(words[2])),
      signer: SignatureKeyText.verifyingKey(String(words[3])))
  }

  var text: String {
    "\(Self.mark) \(address) \(namespace) \(signer.map { SignatureKeyText.text(of: $0) } ?? "-")"
  }
}

extension ActionResult {
  /// Whether another machine made it, by the word of the local store.
  package var isFromElsewhere: Bool { execution.worker.hasPrefix("ambit-remote ") }
}
