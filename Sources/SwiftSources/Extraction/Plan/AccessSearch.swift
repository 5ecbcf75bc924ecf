/// Finds the declarations that have to be public once the two halves are modules. These are the declarations that the
/// other half or other modules use, and those that these cannot be public without.
struct AccessSearch {
  private let split: ModuleSplit
  private var texts: [Int: SourceText] = [:]
  private var widenings: [SymbolPlace: ExtractionPlan.Widening] = [:]
  private var initializers: [SymbolPlace: ExtractionPlan.Initializer] = [:]
  /// Declarations that are or become public and have yet to be examined.
  private var pending: [SymbolPlace] = []
  private var seen: Set<SymbolPlace> = []
  /// The declarations of each type, with those of its extensions.
  private var members: [String: [SymbolPlace]] = [:]
  /// The type of each extension.
  private var extended: [String: String] = [:]

  private var context: ExtractionContext { split.context }

  init(_ split: ModuleSplit) {
    self.split = split
    let own = context.files(of: split.module)
    for file in own {
      let facts = context.files[file]
      texts[file] = SourceText(context.contents(facts.path))
      for use in facts.uses { for one in use.extensions { extended[one] = use.usr } }
    }
    for file in own {
      for (index, declaration) in context.files[file].declarations.enumerated() {
        guard let parent = declaration.parent, declaration.subkind != .accessor else { continue }
        members[extended[parent] ?? parent, default: []].append(SymbolPlace(file: file, declaration: index))
      }
    }
    for file in context.files.indices { lookAtUses(in: file) }
    while let next = pending.popLast() { settle(next) }
  }

  func found() -> (widenings: [ExtractionPlan.Widening], initializers: [ExtractionPlan.Initializer]) {
    let places = widenings.sorted {
      ($0.key.file, $0.value.place.line, $0.value.column) < (
        $1.key.file, $1.value.place.line, $1.value.column
      )
    }
    let made = initializers.sorted { ($0.key.file, $0.key.declaration) < ($1.key.file, $1.key.declaration) }
    return (places.map(\.value), made.map(\.value))
  }

  // MARK: Uses

  private mutating func lookAtUses(in file: Int) {
    let facts = context.files[file]
    let side = split.side(facts)
    // The value is lazy, since it reads the source.
    lazy var isTestable = seesInternals(facts, side)
    for use in facts.uses {
      guard let place = context.places[use.usr], place.file != file else { continue }
      let target = split.side(context.files[place.file])
      guard target == .moved || (target == .left && side == .moved), target != side else { continue }
      guard !isTestable else { return }
      let site = ExtractionPlan.Site(file: facts.path, line: use.line)
      let isBase = context.declaration(place).kind == .class && !use.derived.isEmpty
      require(place, isBase ? .open : .public, by: site)
    }
    for declaration in facts.declarations where !declaration.isImplicit {
      for usr in declaration.overrides {
        guard let place = context.places[usr], split.side(context.files[place.file]) == .moved,
          side != .moved,
          context.declaration(place).parent.flatMap(context.declaration(of:))?.kind == .class,
          context.declaration(place).kind != .initializer, !isTestable
        else { continue }
        require(place, .open, by: .init(file: facts.path, line: declaration.line))
      }
    }
  }

  /// Returns true for tests that see internal declarations, because of `@testable import`.
  private func seesInternals(_ facts: IndexedFile, _ side: ModuleSplit.Side) -> Bool {
    side == .movedTests
      || (side == .other && context.modules[facts.module]?.isTest == true
        && split.imports(facts).contains { $0.module == split.module.name && $0.isTestable })
  }

  // MARK: One declaration

  private mutating func require(
    _ place: SymbolPlace, _ access: ExtractionPlan.Widening.Access, by user: ExtractionPlan.Site?
  ) {
    let declaration = context.declaration(place)
    let file = context.files[place.file]
    guard texts[place.file] != nil else { return }
    // A user of a property may use its getter.
    if declaration.subkind == .accessor {
      if let owner = declaration.parent.flatMap({ context.places[$0] }) { require(owner, access, by: user) }
      return
    }
    if declaration.isImplicit {
      if declaration.kind == .initializer { requireInitializer(place, by: user) }
      return
    }
    if seen.insert(place).inserted { pending.append(place) }
    if let known = widenings[place] {
      if known.access < access { widenings[place] = widening(declaration, file, access, known.user) }
      return
    }
    guard takesModifier(declaration), let text = text(place) else { return }
    let isWideEnough = access == .open ? text.access == "open" : isPublic(text, declaration)
    guard !isWideEnough else { return }
    widenings[place] = widening(declaration, file, access, user)
  }

  private func widening(
    _ declaration: IndexedFile.Declaration, _ file: IndexedFile, _ access: ExtractionPlan.Widening.Access,
    _ user: ExtractionPlan.Site?
  ) -> ExtractionPlan.Widening {
    ExtractionPlan.Widening(
      declaration: fullName(declaration), place: .init(file: file.path, line: declaration.line),
      column: declaration.column, access: access, user: user)
  }

  private func fullName(_ declaration: IndexedFile.Declaration) -> String {
    guard let parent = declaration.parent.flatMap({ context.declaration(of: extended[$0] ?? $0) }) else {
      return declaration.name
    }
    return "\(fullName(parent)).\(declaration.name)"
  }

  /// Returns false for cases, requirements and similar declarations. They are as public as the type around them.
  private func takesModifier(_ declaration: IndexedFile.Declaration) -> Bool {
    switch declaration.kind {
    case .enumCase, .deinitializer, .extension, .parameter: return false
    default: break
    }
    if declaration.subkind == .associatedType { return false }
    return declaration.parent.flatMap(context.declaration(of:))?.kind != .protocol
  }

  private func text(_ place: SymbolPlace) -> WrittenDeclaration? {
    texts[place.file].flatMap { WrittenDeclaration(context.declaration(place), in: $0) }
  }

  /// Returns true when the declaration, or its extension, is marked public.
  private func isPublic(_ text: WrittenDeclaration, _ declaration: IndexedFile.Declaration) -> Bool {
    if text.access != nil { return text.isPublic }
    guard let parent = declaration.parent.flatMap({ context.places[$0] }),
      context.declaration(parent).kind == .extension
    else { return false }
    return self.text(parent)?.isPublic ?? false
  }

  // MARK: What belongs to it

  private mutating func settle(_ place: SymbolPlace) {
    let declaration = context.declaration(place)
    if let parent = declaration.parent, let owner = context.places[extended[parent] ?? parent] {
      require(owner, .public, by: nil)
    }
    requireHeader(place)
    if declaration.kind == .enum || declaration.kind == .protocol {
      for member in members[declaration.usr] ?? [] where !takesModifier(context.declaration(member)) {
        require(member, .public, by: nil)
      }
    }
    if declaration.kind.isType { requireWitnesses(of: declaration) }
    if declaration.parent.flatMap(context.declaration(of:))?.kind == .protocol {
      requireImplementations(of: declaration.usr)
    }
  }

  /// Requires the types in the declaration's header to be public.
  private mutating func requireHeader(_ place: SymbolPlace) {
    let declaration = context.declaration(place)
    guard let text = text(place) else { return }
    let source = text.source
    let range = text.header
    let facts = context.files[place.file]
    for use in facts.uses where use.kind.isType {
      guard let offset = source.offset(line: use.line, column: use.column) else { continue }
      let isValue = text.isValueWithoutType(range) && text.isFirstWord(at: offset, behind: range)
      guard range.contains(offset) || isValue, let target = context.places[use.usr] else { continue }
      if declaration.kind == .protocol || !isConformance(use, of: declaration) {
        require(target, .public, by: nil)
      }
    }
  }

  /// Returns true for a conformance. A type may be more public than its protocols, but a class may not be more public
  /// than its superclass.
  private func isConformance(_ use: IndexedFile.Use, of declaration: IndexedFile.Declaration) -> Bool {
    use.kind == .protocol && use.derived.contains(declaration.usr)
  }

  /// Requires implementations in a public type of a public protocol to be public.
  private mutating func requireWitnesses(of type: IndexedFile.Declaration) {
    for member in members[type.usr] ?? [] {
      let declaration = context.declaration(member)
      let serves = declaration.overrides.contains { usr in
        guard let place = context.places[usr], texts[place.file] != nil else { return true }
        return seen.contains(place)
      }
      if serves, !declaration.isImplicit { require(member, .public, by: nil) }
    }
  }

  private mutating func requireImplementations(of requirement: String) {
    for file in texts.keys.sorted() {
      for (index, declaration) in context.files[file].declarations.enumerated()
      where declaration.overrides.contains(requirement) && !declaration.isImplicit {
        let place = SymbolPlace(file: file, declaration: index)
        guard let parent = declaration.parent, let owner = context.places[extended[parent] ?? parent] else {
          continue
        }
        let type = context.declaration(owner)
        let isOwnPublic = seen.contains(owner) || text(owner).map { isPublic($0, type) } == true
        if isOwnPublic { require(place, .public, by: nil) }
      }
    }
  }

  // MARK: Initialisers

  private mutating func requireInitializer(_ place: SymbolPlace, by user: ExtractionPlan.Site?) {
    guard initializers[place] == nil, let parent = context.declaration(place).parent,
      let owner = context.places[parent]
    else { return }
    let type = context.declaration(owner)
    require(owner, .public, by: user)
    initializers[place] = .init(
      type: fullName(type), place: .init(file: context.files[owner.file].path, line: type.line), user: user)
    // The types of the properties appear in the initialiser.
    for member in members[parent] ?? [] where member.file == place.file {
      let property = context.declaration(member)
      if property.kind == .instanceProperty, property.parent == parent { requireHeader(member) }
    }
  }
}

extension WrittenDeclaration {
  /// Returns true for `let x = Thing()`, where the value begins with the type.
  fileprivate func isValueWithoutType(_ header: Range<Int>) -> Bool {
    guard keyword == "let" || keyword == "var", header.upperBound < source.bytes.count,
      source.bytes[header.upperBound] == UInt8(ascii: "=")
    else { return false }
    return !source.bytes[header].contains(UInt8(ascii: ":"))
  }

  fileprivate func isFirstWord(at offset: Int, behind header: Range<Int>) -> Bool {
    guard offset > header.upperBound else { return false }
    return source.bytes[(header.upperBound + 1)..<offset].allSatisfy(\.isBlank)
  }
}
