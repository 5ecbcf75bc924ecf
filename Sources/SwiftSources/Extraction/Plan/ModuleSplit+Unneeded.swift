extension ModuleSplit {
  /// Returns the dependencies that only moving files need.
  func unneeded() -> [ExtractionPlan.Unneeded] {
    let own = ground.files.indices.filter { ground.files[$0].module == module.name }
    var found = unneeded(by: module, own)
    let testModule = ground.files.first { side($0) == .movedTests }.flatMap { ground.modules[$0.module] }
    if let testModule {
      found += unneeded(
        by: testModule, ground.files.indices.filter { ground.files[$0].module == testModule.name })
    }
    return found
  }

  private func unneeded(by owner: ExtractionModule, _ files: [Int]) -> [ExtractionPlan.Unneeded] {
    let leaves = { (file: Int) in
      let side = side(ground.files[file])
      return side == .moved || side == .movedTests
    }
    // A name in `canImport` counts as imported.
    let imported = { (file: Int) in
      ImportLexer.imports(in: ground.contents(ground.files[file].path)).map(\.module)
    }
    let gone = Set(files.filter(leaves).flatMap(imported))
    let staying = files.filter { !leaves($0) }
    let needed = Set(
      staying.flatMap(imported) + staying.flatMap { crossings($0).map { ground.files[$0.to].module } })
    return owner.declared.sorted().compactMap { other in
      let name = ground.modules.values.first { $0.id == other }?.name
      guard let name, gone.contains(name), !needed.contains(name), other != module.id else { return nil }
      return .init(target: owner.id, module: other)
    }
  }
}
