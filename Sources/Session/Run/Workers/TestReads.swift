import Base
import Store

/// The observed reads of a test module, from a run that was observed completely.
///
/// Only such modules may run on workers: a test might pass because a file is missing there.
struct TestReads: Equatable, ByteCodable {
  private static let form = SealedForm("ambit-acquaintance", version: 2)
  private static let fileName = "ambit-acquaintance"

  /// A digest of the module's own files. A changed module may read other files.
  let own: SHA256Digest
  let observation: Observation
  /// True when the module passed here and not on a worker.
  var isDifferent: Bool
}

extension TestReads {
  func write(to writer: inout ByteWriter) { writer.values(own, observation, isDifferent) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      own: try reader.value(), observation: try reader.value(), isDifferent: try reader.value())
  }

  /// Adds the reads of an earlier observation of the same module. Changed dependencies may make it read other files.
  func joined(with previous: TestReads) -> TestReads {
    guard previous.own == own else { return self }
    let today = Set(observation.sights.map { Question(place: $0.place, aspect: $0.aspect) })
    let rest = previous.observation.sights.filter {
      !today.contains(Question(place: $0.place, aspect: $0.aspect))
    }
    let all = observation.sights + rest
    // A module with so many reads may read anything.
    return TestReads(
      own: own, observation: Observation(all),
      isDifferent: isDifferent || previous.isDifferent || all.count > ObservationMaker.limit)
  }

  private struct Question: Hashable {
    let place: SeenPlace
    let aspect: Aspect
  }

  // MARK: As a record

  /// Returns the key of the record, for a workspace with this name and folder in its repository.
  static func key(of module: ModuleID, workspace name: String?, folder: RelativePath) -> SHA256Digest {
    SHA256.digest(ofValues: fileName, name ?? "", folder.description, module.description)
  }

  init?(in result: ActionResult?, of key: SHA256Digest) {
    guard let found: TestReads = Self.form.value(in: result?.file(Self.fileName)?.contents, for: key) else {
      return nil
    }
    self = found
  }

  func result(for key: SHA256Digest) -> ActionResult {
    ActionResult(file: Self.fileName, Self.form.seal(self, for: key))
  }
}

/// The observations of a workspace's modules, here and on other machines.
struct KeptTestReads {
  let results: ResultStore
  let workspace: String?
  let folder: RelativePath

  /// Returns the observations of modules with unchanged files. `own` is a digest of the files. Local records come
  /// first.
  func known(_ modules: [ModuleID: SHA256Digest]) -> [ModuleID: TestReads] {
    var found: [ModuleID: TestReads] = [:]
    var open: [ModuleID: SHA256Digest] = [:]
    for (module, own) in modules {
      let key = key(module)
      let known = TestReads(in: results.recorded(key), of: key)
      if known?.own == own { found[module] = known } else { open[module] = key }
    }
    guard let remote = results.remote, !open.isEmpty else { return found }
    let records = remote.records(Array(open.values))
    for (module, key) in open {
      let others = (records[key] ?? []).compactMap { TestReads(in: $0, of: key) }
      found[module] = others.first { $0.own == modules[module] }
    }
    return found
  }

  func keep(_ testReads: TestReads, of module: ModuleID) {
    let key = key(module)
    let known = TestReads(in: results.recorded(key), of: key)
    let testReads = known.map { testReads.joined(with: $0) } ?? testReads
    guard known != testReads else { return }
    results.record(testReads.result(for: key), for: key)
  }

  private func key(_ module: ModuleID) -> SHA256Digest {
    TestReads.key(of: module, workspace: workspace, folder: folder)
  }
}
