import Cache
import ContentKeys
import Digests

/// The keys under which something passed that was run from the same test product.
extension PassStore {
  private static let listName = "ambit-passes"
  private static let form = SealedForm("ambit-passes", version: 1)
  /// What was looked at is seldom different in more ways.
  private static let most = 8

  /// Keeps a pass under its key, and lists that for the product it was run from: bytes, and what it is run with. Of one
  /// that nobody observed nobody knows what else it could stand for.
  func keep(_ kept: KeptPass, under key: ModuleKey, product: SHA256Digest?) {
    keep(kept, under: key.digest)
    guard let product, kept.wholeObservation != nil else { return }
    add(key.digest, product)
  }

  /// The latest first.
  func candidates(product: SHA256Digest) -> [SHA256Digest] {
    let key = Self.key(product)
    guard let result = store.record(key),
      let file = result.outputFiles.first(where: { $0.path == Self.listName })
    else { return [] }
    return Self.form.value(in: file.contents, for: key) ?? []
  }

  /// Two who add at once lose one of the two, which is then run once more.
  private func add(_ candidate: SHA256Digest, _ product: SHA256Digest) {
    let known = candidates(product: product)
    guard known.first != candidate else { return }
    let list = [candidate] + known.filter { $0 != candidate }.prefix(Self.most - 1)
    let key = Self.key(product)
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.listName, contents: Self.form.seal(list, for: key))]
    // The product is only known once it is built, and then nobody asks others.
    store.setRecord(result, for: key)
  }

  private static func key(_ product: SHA256Digest) -> SHA256Digest {
    SHA256.digest(of: Array("ambit-passes".utf8) + product.bytes)
  }
}
