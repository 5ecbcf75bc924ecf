import ContentKeys
import Digests
import ModuleGraph
import Names
import Platform
import Support

/// The interfaces that a build left which succeeded, and what each was made of. While both are as they were, whoever
/// compiles against them finds what a build from nothing would have made.
struct InterfaceRecord: Equatable {
  var surroundings: SHA256Digest
  var modules: [ModuleID: Module] = [:]
  /// Of modules that are not the workspace's, by the name that the compiler knows them by.
  var others: [String: String] = [:]

  struct Module: Equatable {
    var inputs: SHA256Digest
    /// How its files looked.
    var stamp: String
  }
}

extension InterfaceRecord {
  private static func path(_ job: GroupJob) -> String {
    "\(job.group.scratchFolder)/ambit-interfaces-\(job.configuration)"
  }

  static func read(of job: GroupJob) -> InterfaceRecord? { read(path(job)) }

  /// Of all that lies there now, to be called when a build has succeeded.
  static func keep(of job: GroupJob) {
    guard job.inputs != .unknown else { return }
    let footprints = ModuleFootprints(job)
    let stamps = stamps(of: job)
    var record = InterfaceRecord(surroundings: footprints.surroundings)
    for module in job.inputs.modules.keys {
      guard let inputs = footprints.own(module) else { continue }
      record.modules[module] = Module(
        inputs: inputs, stamp: stamps[ModuleNames.compiled(module.name)] ?? "")
    }
    record.others = others(stamps, of: job)
    // Without it an error is confirmed by a build from nothing, which takes longer.
    try? record.write(path(job))
  }

  /// Whether all that `module` is compiled against is as it was left. Its own outputs have no part in that, nor have
  /// those of modules that it does not need.
  func vouches(for module: ModuleID, in job: GroupJob, _ footprints: ModuleFootprints) -> Bool {
    guard let needed = footprints.plainNeeds(of: module), footprints.surroundings == surroundings
    else {
      return false
    }
    let stamps = Self.stamps(of: job)
    return Self.others(stamps, of: job) == others
      && needed.allSatisfy { id in
        guard let known = modules[id], let inputs = footprints.own(id) else { return false }
        return known.inputs == inputs && known.stamp == stamps[ModuleNames.compiled(id.name)] ?? ""
      }
  }

  private static func stamps(of job: GroupJob) -> [String: String] {
    job.engine.interfaces(in: job.group.scratchFolder, job.configuration).mapValues { files in
      files.sorted().map { file in
        "\(file) \(LocalFiles.stamp(of: file) ?? "") \(FileTimes(of: file)?.changed ?? 0)"
      }
      .joined(separator: "\n")
    }
  }

  private static func others(_ stamps: [String: String], of job: GroupJob) -> [String: String] {
    let own = Set(job.workspace.graph.modules.map { ModuleNames.compiled($0.id.name) })
    // What SwiftPM writes to find tests changes with them.
    return stamps.filter { !own.contains($0.key) && !$0.key.hasSuffix("PackageDiscoveredTests") }
  }
}

extension InterfaceRecord: LedgerFile {
  func write(to writer: inout ByteWriter) { writer.values(surroundings, modules, others) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(
      surroundings: try reader.value(), modules: try reader.value(), others: try reader.value())
  }
}

extension InterfaceRecord.Module: ByteCodable {
  func write(to writer: inout ByteWriter) { writer.values(inputs, stamp) }

  init(from reader: inout ByteReader) throws(ByteReader.Damage) {
    self.init(inputs: try reader.value(), stamp: try reader.value())
  }
}
