import Base

/// The test files that move too: they use some moving file, and no file of the module that stays.
struct CompanionTests {
  /// The module of the test files; nil when no tests move.
  let module: ExtractionModule?
  let files: Set<RelativePath>

  init(_ ground: ExtractionGround, _ module: ExtractionModule, moved: Set<RelativePath>) {
    let candidates = ground.modules.values.filter { $0.isTest && $0.id.package == module.id.package }
      .sorted { $0.id < $1.id }
    for test in candidates {
      let found = Self.files(of: test, ground, module, moved)
      // Tests of several modules would need as many new ones.
      if !found.isEmpty {
        (self.module, files) = (test, found)
        return
      }
    }
    (self.module, files) = (nil, [])
  }

  private static func files(
    of test: ExtractionModule, _ ground: ExtractionGround, _ module: ExtractionModule,
    _ moved: Set<RelativePath>
  ) -> Set<RelativePath> {
    let all = ground.files(of: test)
    var chosen = Set(
      all.filter { file in
        let used = ground.files[file].uses.compactMap { ground.places[$0.usr]?.file }.filter {
          ground.files[$0].module == module.name
        }
        return !used.isEmpty && used.allSatisfy { moved.contains(ground.files[$0].path) }
      })
    // A file that shares helpers with a test that stays must stay.
    let links = all.flatMap { file in
      ground.files[file].uses.compactMap { use -> (from: Int, to: Int)? in
        guard let to = ground.places[use.usr]?.file, to != file, ground.files[to].module == test.name else {
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
    return Set(chosen.map { ground.files[$0].path })
  }
}
