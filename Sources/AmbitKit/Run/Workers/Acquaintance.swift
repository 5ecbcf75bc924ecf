import Cache
import Digests
import Names
import Observations
import Remote
import Support

/// What a test module is known to look at when it runs, from a run in which all of that was seen.
///
/// Only whom we know may leave: a test that finds nothing where something should be may well pass.
struct Acquaintance: Equatable, ByteCodable {
  private static let form = SealedForm("ambit-acquaintance", version: 1)
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

  /// Our own, or the nearest that another machine made.
  func known(_ modules: [ModuleID]) -> [ModuleID: Acquaintance] {
    var found: [ModuleID: Acquaintance] = [:]
    var open: [ModuleID: SHA256Digest] = [:]
    for module in modules {
      let key = key(module)
      found[module] = Acquaintance(in: passes.recorded(key), of: key)
      if found[module] == nil { open[module] = key }
    }
    guard let remote = passes.remote, !open.isEmpty else { return found }
    let records = remote.records(Array(open.values))
    for (module, key) in open {
      found[module] = records[key]?.compactMap { Acquaintance(in: $0, of: key) }.first
    }
    return found
  }

  func keep(_ acquaintance: Acquaintance, of module: ModuleID) {
    let key = key(module)
    let known = Acquaintance(in: passes.recorded(key), of: key)
    var acquaintance = acquaintance
    // Once is enough, until it is another module.
    if let known, known.own == acquaintance.own, known.isDifferent { acquaintance.isDifferent = true }
    guard known != acquaintance else { return }
    passes.record(acquaintance.result(for: key), for: key)
  }

  private func key(_ module: ModuleID) -> SHA256Digest {
    Acquaintance.key(of: module, workspace: workspace, folder: folder)
  }
}
