import Base
import Graph

/// Keeps the reads of compilers in one scratch folder, by the folder of a module's outputs.
struct FolderReads {
  /// The folders by compiled module name.
  let folders: [String: [String]]
  let reads: [String: CompilerReads.Reads]

  /// Returns the files that were read for those of `modules` that were compiled here.
  func compilerReads(of modules: [ModuleID]) -> CompilerReads {
    var compilerReads = CompilerReads()
    for module in modules {
      for reads in (folders[ModuleNames.compiled(module.name)] ?? []).compactMap({ reads[$0] }) {
        compilerReads.modules[module, default: CompilerReads.Reads()].add(reads)
      }
    }
    return compilerReads
  }
}

// MARK: Modules that a build left alone

/// SwiftPM's own engine calls the compiler of a module when something has changed that its target names as a
/// dependency. But the compiler also reads what those modules import: with `foo().bar`, a target that names `Kit` reads
/// a type of `Base`. When `Base` changes and the compiled `Kit` stays the same, SwiftPM keeps code for the old type.
extension FolderReads {
  /// Returns the files without which the next build calls the compilers of modules that were compiled before something that
  /// they read. The compiler's driver then finds out which sources it has to compile.
  func recallingFiles(_ engine: any EngineForm) -> Set<String> {
    var times: [String: Int64] = [:]
    func written(_ file: String) -> Int64 {
      if let time = times[file] { return time }
      let time = FileTimes(of: file)?.written ?? 0
      times[file] = time
      return time
    }
    let files = reads.compactMap { folder, reads -> String? in
      guard let file = engine.recallingFile(in: folder), let listed = FileTimes(of: file)?.written else {
        return nil
      }
      let newest = reads.files.union(reads.filesInScratch).map(written).max() ?? 0
      return newest > listed && newest > Self.lastCompiled(folder) ? file : nil
    }
    return Set(files)
  }

  /// Returns the time of the newest file that a compiler or its driver wrote. The driver writes its notes (`.priors`) even when
  /// it has nothing to compile. In a release build there are none, and objects that would be the same stay.
  private static func lastCompiled(_ folder: String) -> Int64 {
    let notes = LocalFiles.names(in: folder).filter { $0.hasSuffix(".priors") || $0.hasSuffix(".d") }
    let files = notes.map { "\(folder)/\($0)" } + ModuleOutputs.objects(below: folder)
    return files.compactMap { FileTimes(of: $0)?.written }.max() ?? 0
  }
}
