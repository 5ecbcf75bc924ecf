import Cache
import ContentKeys
import Digests
import Support

/// The keys under which something passed that agrees in less than the whole key.
extension PassStore {
  /// What names less than a whole key, for lists of those that share it.
  enum Sharing: UInt8 {
    /// The declared key: all but the files of no module.
    case declared = 1
    /// The bytes of a test product, and what it is run with.
    case product = 2
  }

  private static let listName = "ambit-passes"
  private static let form = SealedForm("ambit-passes", version: 1)
  /// What was looked at is seldom different in more ways.
  private static let most = 8

  /// Keeps a pass under its key, and where others look that share less than that with it. Of one that nobody observed
  /// nobody knows what else it could stand for.
  func keep(_ kept: KeptPass, under key: ModuleKey, product: SHA256Digest?) {
    keep(kept, under: key.digest)
    guard kept.observation != nil else { return }
    add(key.digest, .declared, key.declared)
    if let product { add(key.digest, .product, product) }
  }

  /// The latest first.
  func candidates(_ sharing: Sharing, _ digest: SHA256Digest) -> [SHA256Digest] {
    let key = Self.key(sharing, digest)
    return store.record(key).flatMap { Self.list(in: $0, for: key) } ?? []
  }

  private static func list(in result: ActionResult, for key: SHA256Digest) -> [SHA256Digest]? {
    result.outputFiles.first { $0.path == listName }.flatMap { form.value(in: $0.contents, for: key) }
  }

  private static func result(of list: [SHA256Digest], for key: SHA256Digest) -> ActionResult {
    var result = ActionResult()
    result.outputFiles = [.init(path: listName, contents: form.seal(list, for: key))]
    return result
  }

  /// Adds what other machines know behind what this one does. Nothing of it is sent back.
  func adopt(_ lists: [ActionResult], _ sharing: Sharing, _ digest: SHA256Digest) {
    let key = Self.key(sharing, digest)
    let known = candidates(sharing, digest)
    let foreign = lists.compactMap { Self.list(in: $0, for: key) }.joined().filter { !known.contains($0) }
    guard !foreign.isEmpty else { return }
    var list = known
    for candidate in foreign where !list.contains(candidate) { list.append(candidate) }
    store.setRecord(Self.result(of: Array(list.prefix(Self.most)), for: key), for: key)
  }

  /// Two who add at once lose one of the two, which is then run once more.
  private func add(_ candidate: SHA256Digest, _ sharing: Sharing, _ digest: SHA256Digest) {
    let key = Self.key(sharing, digest)
    let known = candidates(sharing, digest)
    guard known.first != candidate else { return }
    let list = [candidate] + known.filter { $0 != candidate }.prefix(Self.most - 1)
    record(Self.result(of: list, for: key), for: key)
  }

  static func key(_ sharing: Sharing, _ digest: SHA256Digest) -> SHA256Digest {
    // A declared key can be the whole one, under which the pass itself lies.
    SHA256.digest(of: Array("ambit-passes".utf8) + [sharing.rawValue] + digest.bytes)
  }
}
