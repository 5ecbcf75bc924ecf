import Cache
import Digests

/// Where a record of the local store came from, kept within it: it counts only while its place is believed, and is never sent
/// on as one's own.
struct RecordOrigin: Equatable {
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
    guard words.count == 4, words[0] == ActionResult.remoteMark else { return nil }
    self.init(
      address: String(words[1]), namespace: Namespace(String(words[2])),
      signer: SignatureKeyText.verifyingKey(String(words[3])))
  }

  var text: String {
    "\(ActionResult.remoteMark) \(address) \(namespace) \(signer.map { SignatureKeyText.text(of: $0) } ?? "-")"
  }
}
