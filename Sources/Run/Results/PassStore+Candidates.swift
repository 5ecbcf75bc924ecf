import Cache
import ContentKeys
import Digests
import Platform

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
    guard kept.wholeObservation != nil else { return }
    add(key.digest, .declared, key.declared)
    if let product { add(key.digest, .product, product) }
  }

  /// The latest first.
  func candidates(_ sharing: Sharing, _ digest: SHA256Digest) -> [SHA256Digest] {
    let key = Self.key(sharing, digest)
    let own = ownCandidates(key)
    return own + foreign[key].filter { !own.contains($0) }
  }

  private func ownCandidates(_ key: SHA256Digest) -> [SHA256Digest] {
    store.record(key).flatMap { Self.list(in: $0, for: key) } ?? []
  }

  private static func list(in result: ActionResult, for key: SHA256Digest) -> [SHA256Digest]? {
    result.outputFiles.first { $0.path == listName }.flatMap { form.value(in: $0.contents, for: key) }
  }

  private static func result(of list: [SHA256Digest], for key: SHA256Digest) -> ActionResult {
    var result = ActionResult()
    result.outputFiles = [.init(path: listName, contents: form.seal(list, for: key))]
    return result
  }

  /// Takes what other machines know into account, behind what this one does.
  func adopt(_ lists: [ActionResult], _ sharing: Sharing, _ digest: SHA256Digest) {
    let key = Self.key(sharing, digest)
    var found: [SHA256Digest] = []
    for candidate in lists.compactMap({ Self.list(in: $0, for: key)?.prefix(Self.most) }).joined()
    where !found.contains(candidate) { found.append(candidate) }
    foreign[key] = found
  }

  /// Two who add at once lose one of the two, which is then run once more.
  private func add(_ candidate: SHA256Digest, _ sharing: Sharing, _ digest: SHA256Digest) {
    let key = Self.key(sharing, digest)
    let known = ownCandidates(key)
    guard known.first != candidate else { return }
    let list = [candidate] + known.filter { $0 != candidate }.prefix(Self.most - 1)
    let result = Self.result(of: list, for: key)
    // What a product shares is only known once it is built, and then nobody asks others.
    if sharing == .product { store.setRecord(result, for: key) } else { record(result, for: key) }
  }

  static func key(_ sharing: Sharing, _ digest: SHA256Digest) -> SHA256Digest {
    // A declared key can be the whole one, under which the pass itself lies.
    SHA256.digest(of: Array("ambit-passes".utf8) + [sharing.rawValue] + digest.bytes)
  }
}

/// Lists of other machines, by their keys.
final class ForeignLists: Sendable {
  private let lists = Guarded<[SHA256Digest: [SHA256Digest]]>([:])

  subscript(key: SHA256Digest) -> [SHA256Digest] {
    get { lists.with { $0[key] ?? [] } }
    set { lists.with { $0[key] = newValue } }
  }
}
