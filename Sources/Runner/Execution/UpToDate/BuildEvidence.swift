import Base
import Graph

/// The facts about a build's inputs that are known after the build.
struct BuildEvidence {
  /// The modules that were compiled without a dependency file.
  let silent: Set<ModuleID>
  /// The modules that have a file as their input, by absolute path.
  private let owners: [String: [ModuleID]]
  private let writes: InputWrites
  /// The modules and packages with files that were written after the inputs were looked at.
  private let touchedModules: Set<ModuleID>
  private let touchedPackages: Set<RelativePath>

  init(_ job: GroupJob, _ compilerReads: CompilerReads) {
    let inputs = job.inputs
    let root = inputs.root == "/" ? "" : inputs.root
    var owners: [String: [ModuleID]] = [:]
    let modules = job.ownInputs
    for (id, module) in modules {
      for file in module.files {
        owners["\(root)/\(String(decoding: file.path.bytes, as: UTF8.self))", default: []].append(id)
      }
      for file in module.outside { owners[file.path, default: []].append(id) }
    }
    self.owners = owners
    let writes = job.writes
    self.writes = writes
    touchedModules = Set(owners.filter { writes.include($0.key) }.flatMap(\.value))
    touchedPackages = Set(job.listings().filter { $0.value.changed >= inputs.asOf }.keys)
    silent = Self.silent(job, modules.keys, compilerReads)
  }

  private static func silent(
    _ job: GroupJob, _ modules: some Sequence<ModuleID>, _ compilerReads: CompilerReads
  ) -> Set<ModuleID> {
    let folders = job.engine.dependencyFolders(in: job.group.scratchFolder, job.configuration)
    return Set(
      modules.filter { module in
        compilerReads.modules[module] == nil
          && (folders[ModuleNames.compiled(module.name)] ?? []).contains {
            !ModuleOutputs.objects(below: $0).isEmpty
          }
      })
  }

  func isDeclared(_ file: String, by modules: Set<ModuleID>) -> Bool {
    owners[file]?.contains(where: modules.contains) ?? false
  }

  func wereTouched(_ modules: Set<ModuleID>, _ packages: Set<RelativePath>) -> Bool {
    !touchedModules.isDisjoint(with: modules) || !touchedPackages.isDisjoint(with: packages)
      || !touchedPackages.isDisjoint(with: modules.map(\.package))
  }

  func wasTouched(_ file: String) -> Bool { writes.include(file) }
}
