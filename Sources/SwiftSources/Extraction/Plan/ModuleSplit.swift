import Base

/// A module with some moving files, and the side of every file of the workspace.
struct ModuleSplit: Sendable {
  let context: ExtractionContext
  let module: ExtractionModule
  let name: String
  let moved: Set<RelativePath>
  /// Test files that move too.
  let tests: Set<RelativePath>

  enum Side: Sendable, Hashable {
    case moved, movedTests
    /// The file stays in the old module.
    case left
    case other
  }

  func side(_ file: IndexedFile) -> Side {
    if file.module == module.name { return moved.contains(file.path) ? .moved : .left }
    return tests.contains(file.path) ? .movedTests : .other
  }

  func imports(_ file: IndexedFile) -> [SourceImport] {
    ImportLexer.imports(in: context.contents(file.path)).filter { $0.kind == .module }
  }

  /// Returns the uses in a file of declarations in other files.
  func crossings(_ file: Int) -> [(use: IndexedFile.Use, to: Int)] {
    context.files[file].uses.compactMap { use in
      guard let place = context.places[use.usr], place.file != file else { return nil }
      return (use, place.file)
    }
  }
}

// MARK: What the new module needs

extension ModuleSplit {
  func needs(_ position: ExtractionPlan.Position) -> (
    own: [ExtractionPlan.Need], tests: [ExtractionPlan.Need]
  ) {
    let own = needs(of: .moved, declared: module.declared).filter {
      $0.module != module.id || position == .above
    }
    let declared = context.files.first { tests.contains($0.path) }.flatMap {
      context.modules[$0.module]?.declared
    }
    // The tests need not declare dependencies of the new module, unless the old tests did.
    let known = Set(own.map(\.module))
    let more = needs(of: .movedTests, declared: declared ?? []).filter {
      !$0.isImplicit || !known.contains($0.module)
    }
    return (own, more.filter { $0.module != module.id })
  }

  private func needs(of side: Side, declared: Set<ModuleID>) -> [ExtractionPlan.Need] {
    var first: [ModuleID: ExtractionPlan.Site] = [:]
    for (index, file) in context.files.enumerated() where self.side(file) == side {
      let named = imports(file).map { ($0.module, $0.line) }
      let used = crossings(index).filter { self.side(context.files[$0.to]) != .moved }.map {
        (context.files[$0.to].module, $0.use.line)
      }
      for (name, line) in named + used {
        guard let other = context.modules[name], name != file.module || side == .moved,
          first[other.id] == nil
        else { continue }
        first[other.id] = ExtractionPlan.Site(file: file.path, line: line)
      }
    }
    return first.map { id, site in
      .init(module: id, isImplicit: id != module.id && !declared.contains(id), first: site)
    }.sorted { $0.module < $1.module }
  }
}

// MARK: Who needs the new module

extension ModuleSplit {
  func importers(_ position: ExtractionPlan.Position) -> [ExtractionPlan.Importer] {
    var found: Set<ExtractionPlan.Importer> = []
    for (index, file) in context.files.enumerated() {
      guard let owner = context.modules[file.module] else { continue }
      let side = side(file)
      let crossings = crossings(index)
      let usesMoved = crossings.contains { self.side(context.files[$0.to]) == .moved }
      switch side {
      case .left where usesMoved:
        found.insert(.init(file: file.path, module: owner.id, name: name, isTestable: false))
      case .moved where crossings.contains(where: { self.side(context.files[$0.to]) == .left }):
        found.insert(.init(file: file.path, module: owner.id, name: module.name, isTestable: false))
      case .other where usesMoved:
        // A file may use the module without an import, through another import. It needs no new import.
        guard let statement = imports(file).first(where: { $0.module == module.name }) else { continue }
        found.insert(
          .init(file: file.path, module: owner.id, name: name, isTestable: statement.isTestable))
      default: continue
      }
      guard side == .moved else { continue }
      let present = Set(imports(file).map(\.module))
      for (_, to) in crossings {
        let other = context.files[to].module
        guard other != module.name, !present.contains(other), context.modules[other] != nil else { continue }
        found.insert(.init(file: file.path, module: owner.id, name: other, isTestable: false))
      }
    }
    // The build writes generated files anew with the imports that they need.
    return found.union(lostImports()).filter { !Self.isGenerated($0.file) }.sorted()
  }

  /// Returns imports of external modules that only one half has and the other half may need. In Swift, an import counts
  /// for all files of a module.
  private func lostImports() -> Set<ExtractionPlan.Importer> {
    var found: Set<ExtractionPlan.Importer> = []
    let own = context.files.filter { $0.module == module.name }
    let halves = [own.filter { side($0) == .moved }, own.filter { side($0) == .left }]
    let imported = halves.map { half in Set(half.flatMap { imports($0).map(\.module) }) }
    for (half, other) in [(0, 1), (1, 0)] {
      let lost = imported[other].subtracting(imported[half]).filter { context.modules[$0] == nil }
      guard !lost.isEmpty else { continue }
      for file in halves[half] {
        let origins = Set(
          file.uses.compactMap { context.places[$0.usr] == nil ? SymbolOrigin.module(of: $0.usr) : nil })
        let unexplained = origins.subtracting(imports(file).map(\.module))
        for name in lost where unexplained.contains(where: { SymbolOrigin.is($0, partOf: name) }) {
          found.insert(.init(file: file.path, module: module.id, name: name, isTestable: false))
        }
      }
    }
    return found
  }

  /// Returns the modules that must depend on the new one.
  func dependents(_ importers: [ExtractionPlan.Importer]) -> [ExtractionPlan.Need] {
    var first: [ModuleID: ExtractionPlan.Site] = [:]
    for importer in importers where importer.name == name && first[importer.module] == nil {
      first[importer.module] = ExtractionPlan.Site(file: importer.file, line: 1)
    }
    return first.map { .init(module: $0.key, isImplicit: false, first: $0.value) }.sorted {
      $0.module < $1.module
    }
  }
}

// MARK: What is in the way

extension ModuleSplit {
  func obstacles(_ plan: ExtractionPlan, in folder: RelativePath) -> [ExtractionPlan.Obstacle] {
    let needed = Set((plan.needs + plan.testNeeds).map(\.module))
    var found = context.modules.values.filter { needed.contains($0.id) && !$0.isOffered }.map(\.id).sorted()
      .map(ExtractionPlan.Obstacle.notOffered)
    if plan.position == .above {
      let behind = plan.importers.filter { importer in
        importer.name == name && importer.module.package == module.id.package
      }
      if !behind.isEmpty { found.append(.testsBehind(behind.map(\.file))) }
    }
    found += generated()
    if let cycle = packageCycle(plan, folder) { found.append(.packages(cycle)) }
    return found
  }

  /// Returns an obstacle for the first use of a file that the old module's build generates. A new module does not have
  /// such files.
  private func generated() -> [ExtractionPlan.Obstacle] {
    for (index, file) in context.files.enumerated() where side(file) == .moved {
      for (use, to) in crossings(index)
      where Self.isGenerated(context.files[to].path) {
        return [.generated(symbol: use.name, .init(file: file.path, line: use.line))]
      }
    }
    return []
  }

  private static func isGenerated(_ file: RelativePath) -> Bool {
    file.components.contains { $0.elementsEqual(".build".utf8) }
  }

  /// Returns a chain of packages from one that the new module needs to one that needs the new module.
  private func packageCycle(_ plan: ExtractionPlan, _ folder: RelativePath) -> [RelativePath]? {
    let users = Set(plan.dependents.map(\.module.package))
    for need in (plan.needs + plan.testNeeds).map(\.module.package) {
      var ways: [RelativePath: [RelativePath]] = [need: [folder, need]]
      var pending = [need]
      while let next = pending.popLast() {
        guard let way = ways[next] else { continue }
        if users.contains(next) { return way + [folder] }
        for other in (context.packages[next] ?? []).sorted() where ways[other] == nil {
          ways[other] = way + [other]
          pending.append(other)
        }
      }
    }
    return nil
  }

  func notes() -> [String] {
    var notes: [String] = []
    let own = context.files.filter { side($0) == .moved }
    let conditional = own.filter { file in
      SourceText(context.contents(file.path)).hasConditions
    }.map { "\($0.path)" }
    if let first = conditional.first {
      notes.append(
        "\(first)\(conditional.count > 1 ? " and \(conditional.count - 1) more" : "") has code under `#if`: "
          + "the index lacks code for other platforms")
    }
    for (index, file) in context.files.enumerated() where side(file) == .left {
      guard
        let use = crossings(index).first(where: {
          !$0.use.extensions.isEmpty && side(context.files[$0.to]) == .moved
        }),
        file.uses.contains(where: { !Set($0.derived).isDisjoint(with: use.use.extensions) })
      else { continue }
      notes.append(
        "\(file.path):\(use.use.line) adds a conformance to \(use.use.name), which moves: "
          + "Swift warns of a conformance outside the type's package")
    }
    return notes
  }
}

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
