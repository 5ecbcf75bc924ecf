import IndexStore
import Support

/// Which files say something public that is made of another module's: there the import has to be public as well, if it is not
/// without a word (`InternalImportsByDefault`) or says that it is not (`internal import`).
struct ExposureSearch {
  private let split: ModuleSplit
  private let widened: Set<String>
  /// Types whose initialiser is written out: it speaks of all that they hold.
  private let initialized: Set<String>
  private let demanded: Set<ExtractionPlan.PublicImport>

  private var ground: ExtractionGround { split.ground }

  init(
    _ split: ModuleSplit, _ widenings: [ExtractionPlan.Widening],
    _ initializers: [ExtractionPlan.Initializer], demanded: Set<ExtractionPlan.PublicImport>
  ) {
    self.split = split
    self.demanded = demanded
    widened = Set(widenings.map(\.usr))
    initialized = Set(initializers.compactMap { split.ground.declaration(of: $0.usr)?.parent })
  }

  /// An import that is to be written, as it has to be.
  func settled(_ importer: ExtractionPlan.Importer) -> ExtractionPlan.Importer {
    var importer = importer
    if demanded.contains(.init(file: importer.file, name: importer.name)) {
      importer.isPublic = true
      return importer
    }
    let owner = ground.modules.values.first { $0.id == importer.module }
    guard !importer.isTestable, let owner, let file = file(importer.file, of: owner) else { return importer }
    let text = SourceText(ground.contents(importer.file))
    guard owner.hidesImports || ImportText(text).saysAccess else { return importer }
    importer.isPublic = exposed(by: file, text).contains {
      SymbolOrigin.is($0, what: importer.name, in: ground)
    }
    return importer
  }

  /// Imports of the two halves that are there, and are not public enough for what becomes public.
  func publicImports() -> [ExtractionPlan.PublicImport] {
    var found: Set<ExtractionPlan.PublicImport> = []
    let files = ground.files(of: split.module)
    for file in files {
      let facts = ground.files[file]
      let wider = facts.declarations.contains { widened.contains($0.usr) || initialized.contains($0.usr) }
      let asked = demanded.filter { $0.file == facts.path }
      guard wider || !asked.isEmpty else { continue }
      let text = SourceText(ground.contents(facts.path))
      let hidden = ImportText(text).hidden(byDefault: split.module.hidesImports)
      guard !hidden.isEmpty else { continue }
      let origins = exposed(by: file, text)
      for name in hidden
      where asked.contains(where: { $0.name == name })
        || origins.contains(where: { SymbolOrigin.is($0, what: name, in: ground) })
      {
        found.insert(.init(file: facts.path, name: name))
      }
    }
    return found.sorted()
  }

  private func file(_ path: RelativePath, of module: ExtractionModule) -> Int? {
    ground.files.firstIndex { $0.path == path && $0.module == module.name }
  }

  // MARK: What is said

  /// The modules whose things stand in what a file declares to everybody.
  private func exposed(by file: Int, _ text: SourceText) -> Set<String> {
    let facts = ground.files[file]
    var ranges: [Range<Int>] = []
    for declaration in facts.declarations where !declaration.isImplicit && isPublic(declaration, text) {
      if let range = range(declaration, text) { ranges.append(range) }
      // What is added to a type speaks of that type, and of what it conforms to.
      if let parent = declaration.parent.flatMap({ usr in facts.declarations.first { $0.usr == usr } }),
        parent.kind == .extension, let range = range(parent, text)
      {
        ranges.append(range)
      }
    }
    var found: Set<String> = []
    for use in facts.uses {
      guard let offset = text.offset(line: use.line, column: use.column),
        ranges.contains(where: { $0.contains(offset) }), let origin = origin(of: use.usr)
      else { continue }
      found.insert(origin)
    }
    return found
  }

  private func range(_ declaration: IndexedFile.Declaration, _ text: SourceText) -> Range<Int>? {
    guard declaration.kind == .extension || declaration.subkind != .accessor,
      let one = WrittenDeclaration(declaration, in: text)
    else { return nil }
    let header = one.header(declaration.kind)
    // `let x = Thing()`: its type is what the value begins with.
    guard one.keyword == "let" || one.keyword == "var", !text.bytes[header].contains(UInt8(ascii: ":")) else {
      return header
    }
    let end = text.bytes[header.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? text.bytes.count
    return header.lowerBound..<end
  }

  /// As it will be.
  private func isPublic(_ declaration: IndexedFile.Declaration, _ text: SourceText) -> Bool {
    let parent = declaration.parent.flatMap(ground.declaration(of:))
    guard saysPublic(declaration, parent, text) else { return false }
    guard let parent, parent.kind != .extension, let place = ground.places[parent.usr] else { return true }
    return isPublic(parent, self.text(place, text, of: declaration))
  }

  private func saysPublic(
    _ declaration: IndexedFile.Declaration, _ parent: IndexedFile.Declaration?, _ text: SourceText
  ) -> Bool {
    if declaration.kind == .extension { return false }
    if widened.contains(declaration.usr) { return true }
    if declaration.kind == .instanceProperty, let owner = declaration.parent, initialized.contains(owner) {
      return true
    }
    guard let one = WrittenDeclaration(declaration, in: text) else { return false }
    if one.access != nil { return one.isPublic }
    switch parent?.kind {
    case .protocol: return true
    case .enum: return declaration.kind == .enumCase
    case .extension:
      return parent.flatMap { WrittenDeclaration($0, in: text) }?.isPublic ?? false
    default: return false
    }
  }

  /// Members of a type stand in its own file, those of extensions need not.
  private func text(
    _ place: SymbolPlace, _ text: SourceText, of declaration: IndexedFile.Declaration
  ) -> SourceText {
    guard let own = ground.places[declaration.usr], own.file != place.file else { return text }
    return SourceText(ground.contents(ground.files[place.file].path))
  }

  /// Where something stands after the move.
  private func origin(of usr: String) -> String? {
    guard let place = ground.places[usr] else { return SymbolOrigin.module(of: usr) }
    let facts = ground.files[place.file]
    return split.side(facts) == .moved ? split.name : facts.module
  }
}
