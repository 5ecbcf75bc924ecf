extension ModuleSplit {
  /// Returns the dependencies that only moving files need.
  func unneeded() -> [ExtractionPlan.Unneeded] {
    let own = context.files.indices.filter { context.files[$0].module == module.name }
    var found = unneeded(by: module, own)
    let testModule = context.files.first { side($0) == .movedTests }.flatMap { context.modules[$0.module] }
    if let testModule {
      found += unneeded(
        by: testModule, context.files.indices.filter { context.files[$0].module == testModule.name })
    }
    return found
  }

  private func unneeded(by owner: ExtractionModule, _ files: [Int]) -> [ExtractionPlan.Unneeded] {
    let leaves = { (file: Int) in
      let side = side(context.files[file])
      return side == .moved || side == .movedTests
    }
    // A name in `canImport` counts as imported.
    let imported = { (file: Int) in
      ImportLexer.imports(in: context.contents(context.files[file].path)).map(\.module)
    }
    let gone = Set(files.filter(leaves).flatMap(imported))
    let staying = files.filter { !leaves($0) }
    let needed = Set(
      staying.flatMap(imported) + staying.flatMap { crossings($0).map { context.files[$0.to].module } })
    return owner.declared.sorted().compactMap { other in
      let name = context.modules.values.first { $0.id == other }?.name
      guard let name, gone.contains(name), !needed.contains(name), other != module.id else { return nil }
      return .init(target: owner.id, module: other)
    }
  }
}
