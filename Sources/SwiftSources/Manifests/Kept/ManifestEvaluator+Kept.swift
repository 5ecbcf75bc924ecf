import Base

/// Evaluation of manifests whose compiled programs are kept.
extension ManifestEvaluator {
  /// Runs kept programs. The answer is by the indices of the sources.
  func runKept(_ indices: [Int], of sources: [ManifestSource], _ scratch: ScratchFolder)
    -> BatchEvaluation.Answer
  {
    var answer = BatchEvaluation.Answer()
    guard let shelf else { return answer }
    let programKey = ProgramKey(toolchain: toolchain, environment: environment)
    let found = indices.compactMap { index in
      shelf.place(of: programKey.key(of: sources[index])).map { (index: index, place: $0) }
    }
    let programs = Dictionary(grouping: found, by: \.place.program).sorted {
      $0.value[0].index < $1.value[0].index
    }
    for (number, (digest, members)) in programs.enumerated() {
      let folder = "\(scratch.path)/kept-\(number)"
      guard let program = shelf.program(digest), LocalFiles.makeFolders(folder) else { continue }
      let requests = members.map {
        ProgramRun.Request(place: $0.place.index, context: Self.context(sources[$0.index]))
      }
      answer.add(run(jobs).run(program, requests, in: folder), of: members.map(\.index))
    }
    return answer
  }

  /// Returns the values of the sources whose programs are kept. The programs are run, and nothing is compiled.
  func valuesOfKept(_ sources: [ManifestSource]) -> [ManifestSource: PackageManifest] {
    guard let scratch = ScratchFolder(in: scratchParent) else { return [:] }
    var values: [ManifestSource: PackageManifest] = [:]
    for (index, bytes) in runKept(Array(sources.indices), of: sources, scratch).written {
      values[sources[index]] = Self.trusted(bytes, of: sources[index])
    }
    return values
  }

  /// Keeps the programs of manifests that have to be run again in every run.
  func keep(_ answer: BatchEvaluation.Answer, _ sources: [ManifestSource], where isWanted: (Int) -> Bool) {
    guard let shelf, let program = answer.program else { return }
    let programKey = ProgramKey(toolchain: toolchain, environment: environment)
    let places = program.members.enumerated().filter { isWanted($0.element) }
    shelf.keep(program.path, places.map { (programKey.key(of: sources[$0.element]), $0.offset) })
  }

  private var shelf: ProgramShelf? { cacheFolder.map { ProgramShelf(cacheFolder: $0) } }
}
