import Base

/// The test files that move too: they use some moving file, and no file of the module that stays.
struct CompanionTests {
  /// The module of the test files; nil when no tests move.
  let module: ExtractionModule?
  let files: Set<RelativePath>

  init(_ context: ExtractionContext, _ module: ExtractionModule, moved: Set<RelativePath>) {
    let candidates = context.modules.values.filter { $0.isTest && $0.id.package == module.id.package }
      .sorted { $0.id < $1.id }
    for test in candidates {
      let found = Self.files(of: test, context, module, moved)
      // Tests of several modules would need as many new ones.
      if !found.isEmpty {
        (self.module, files) = (test, found)
        return
      }
    }
    (self.module, files) = (nil, [])
  }

  private static func files(
    of test: ExtractionModule, _ context: ExtractionContext, _ module: ExtractionModule,
    _ moved: Set<RelativePath>
  ) -> Set<RelativePath> {
    let all = context.files(of: test)
    var chosen = Set(
      all.filter { file in
        let used = context.files[file].uses.compactMap { context.places[$0.usr]?.file }.filter {
          context.files[$0].module == module.name
        }
        return !used.isEmpty && used.allSatisfy { moved.contains(context.files[$0].path) }
      })
    // A file that shares helpers with a test that stays must stay.
    let links = all.flatMap { file in
      context.files[file].uses.compactMap { use -> (from: Int, to: Int)? in
        guard let to = context.places[use.usr]?.file, to != file, context.files[to].module == test.name else {
          return nil
        }
        return (file, to)
      }
    }
    var isSettled = false
    while !isSettled {
      let torn = links.filter { chosen.contains($0.from) != chosen.contains($0.to) }
      for link in torn { chosen.subtract([link.from, link.to]) }
      isSettled = torn.isEmpty
    }
    // A test module without a source would not build.
    guard chosen.count < all.count else { return [] }
    return Set(chosen.map { context.files[$0].path })
  }
}
