import Base
import Store

/// What a test module is known to look at when it runs, from a run in which all of that was seen.
///
/// Only whom we know may leave: a test that finds nothing where something should be may well pass.
struct Acquaintance: Equatable, ByteCodable {
  private static let form = SealedForm("ambit-acquaintance", version: 2)
  private static let fileName = "ambit-acquaintance"

  /// Over its own files as they were: a module that was changed may look at something else.
  let own: SHA256Digest
  let observation: Observation
  /// Whether it passed here and not on a worker.
  var isDifferent = false

  init(own: SHA256Digest, observation: Observation, isDifferent: Bool) {
    self.own = own
    self.observation = observation
    self.isDifferent = isDifferent
  }

  func write(to writer: inout ByteWriter) { writer.values(own, observation, isDifferent) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      own: try reader.value(), observation: try reader.value(), isDifferent: try reader.value())
  }

  /// With what was known before of the same module: what it is built upon may have it look at something else today.
  func joined(with former: Acquaintance) -> Acquaintance {
    guard former.own == own else { return self }
    let today = Set(observation.sights.map { Question(place: $0.place, aspect: $0.aspect) })
    let rest = former.observation.sights.filter {
      !today.contains(Question(place: $0.place, aspect: $0.aspect))
    }
    let all = observation.sights + rest
    // Who looks at so much may look at anything.
    return Acquaintance(
      own: own, observation: Observation(all),
      isDifferent: isDifferent || former.isDifferent || all.count > ObservationMaker.limit)
  }

  private struct Question: Hashable {
    let place: SeenPlace
    let aspect: Aspect
  }

  // MARK: As a record

  /// What it is kept under, for a workspace of this name and at this place in its repository.
  static func key(of module: ModuleID, workspace name: String?, folder: RelativePath) -> SHA256Digest {
    var writer = ByteWriter()
    writer.values(fileName, name ?? "", folder.description, module.description)
    return SHA256.digest(of: writer.bytes)
  }

  init?(in result: ActionResult?, of key: SHA256Digest) {
    guard let file = result?.outputFiles.first(where: { $0.path == Self.fileName }),
      let found: Acquaintance = Self.form.value(in: file.contents, for: key)
    else { return nil }
    self = found
  }

  func result(for key: SHA256Digest) -> ActionResult {
    var result = ActionResult()
    result.outputFiles = [.init(path: Self.fileName, contents: Self.form.seal(self, for: key))]
    return result
  }
}

/// The acquaintances of a workspace, here and where other machines left them.
struct Acquaintances {
  let passes: PassStore
  let workspace: String?
  let folder: RelativePath

  /// Of modules as they are: `own` is over their own files. Our own, or the nearest that another machine made.
  func known(_ modules: [ModuleID: SHA256Digest]) -> [ModuleID: Acquaintance] {
    var found: [ModuleID: Acquaintance] = [:]
    var open: [ModuleID: SHA256Digest] = [:]
    for (module, own) in modules {
      let key = key(module)
      let known = Acquaintance(in: passes.recorded(key), of: key)
      if known?.own == own { found[module] = known } else { open[module] = key }
    }
    guard let remote = passes.remote, !open.isEmpty else { return found }
    let records = remote.records(Array(open.values))
    for (module, key) in open {
      let others = (records[key] ?? []).compactMap { Acquaintance(in: $0, of: key) }
      found[module] = others.first { $0.own == modules[module] }
    }
    return found
  }

  func keep(_ acquaintance: Acquaintance, of module: ModuleID) {
    let key = key(module)
    let known = Acquaintance(in: passes.recorded(key), of: key)
    let acquaintance = known.map { acquaintance.joined(with: $0) } ?? acquaintance
    guard known != acquaintance else { return }
    passes.record(acquaintance.result(for: key), for: key)
  }

  private func key(_ module: ModuleID) -> SHA256Digest {
    Acquaintance.key(of: module, workspace: workspace, folder: folder)
  }
}
