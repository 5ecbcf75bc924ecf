/// The difference between two declarations that have one path.
///
/// Each part is compared by its meaning for users, as far as that is known. A difference in the remaining text is
/// breaking.
struct DeclarationChange {
  struct Finding {
    var verdict: SurfaceChange.Verdict
    var reason: String
    /// The text to show in place of the old declaration; nil for that declaration. `after` is the same for the new one.
    var before: String?
    var after: String?

    init(_ verdict: SurfaceChange.Verdict, _ reason: String, before: String? = nil, after: String? = nil) {
      self.verdict = verdict
      self.reason = reason
      self.before = before
      self.after = after
    }
  }

  private let old: SurfaceDeclaration
  private let new: SurfaceDeclaration

  init(_ old: SurfaceDeclaration, _ new: SurfaceDeclaration) {
    (self.old, self.new) = (old, new)
  }

  var findings: [Finding] {
    guard old != new else { return [] }
    if old.kind == .header {
      return [Finding(.unknown, "the header changed; Ambit does not compare its declarations")]
    }
    if old.kind.isType != new.kind.isType || old.kind.isType && old.kind != new.kind {
      return [Finding(.breaking, "it was \(old.kind.article) and is now \(new.kind.article)")]
    }
    return access + role + texts + conformances + availability
  }
}

// MARK: Access and role

extension DeclarationChange {
  private var access: [Finding] {
    switch (old.access, new.access) {
    case (.open, .public):
      [
        Finding(
          .breaking, "it is no longer open: other modules cannot subclass or override it")
      ]
    case (.public, .package), (.open, .package):
      [Finding(.breaking, "it is no longer public: only its own package can use it")]
    case (let before, let after) where before != after: [Finding(.compatible, "its access is wider")]
    default: []
    }
  }

  private var role: [Finding] {
    switch (old.role, new.role) {
    case (.plain, .requirement):
      [Finding(.breaking, "it became a requirement: conforming types must implement it")]
    case (.defaultedRequirement, .requirement):
      [Finding(.breaking, "its default implementation is gone: conforming types must implement it")]
    case (.requirement, .plain), (.defaultedRequirement, .plain):
      [
        Finding(
          .breaking, "it is no longer a requirement: implementations in conforming types are not called"
        )
      ]
    case (let before, let after) where before != after:
      [Finding(.compatible, "conforming types need no change")]
    default: []
    }
  }
}

// MARK: What is written

extension DeclarationChange {
  private var texts: [Finding] {
    guard old.text != new.text else { return [] }
    guard let before = DeclarationText(old.text), let after = DeclarationText(new.text),
      old.kind == new.kind || !old.kind.isCallable
    else { return [Finding(.breaking, "its declaration changed")] }
    var found = defaults(before, after) + effects(before, after)
    found += accessors(before, after) + modifiers(before, after)
    if rest(before) != rest(after) || before.parameters.map(\.text) != after.parameters.map(\.text) {
      found.insert(Finding(.breaking, "its type or signature changed"), at: 0)
    }
    return found
  }

  /// Returns the rest with `var` for `let`. `accessors` decides if the value can be set.
  private func rest(_ text: DeclarationText) -> [String] {
    text.rest.first == "let" ? ["var"] + text.rest.dropFirst() : text.rest
  }

  private func defaults(_ before: DeclarationText, _ after: DeclarationText) -> [Finding] {
    guard before.parameters.count == after.parameters.count else { return [] }
    let pairs = zip(before.parameters, after.parameters)
    var found: [Finding] = []
    if pairs.contains(where: { $0.value != nil && $1.value == nil }) {
      found.append(
        Finding(.breaking, "a parameter lost its default: calls without it do not compile"))
    }
    if pairs.contains(where: { $0.value == nil && $1.value != nil }) {
      found.append(Finding(.compatible, "a parameter has a default now"))
    }
    if pairs.contains(where: { one, other in
      one.value != nil && other.value != nil && one.value != other.value
    }) {
      found.append(Finding(.compatible, "a default value changed"))
    }
    return found
  }

  private func effects(_ before: DeclarationText, _ after: DeclarationText) -> [Finding] {
    let (gained, lost) = (
      after.effects.subtracting(before.effects), before.effects.subtracting(after.effects)
    )
    var found: [Finding] = []
    for effect in gained.sorted() {
      // A narrower error is still an error for those who catch any.
      if effect.hasPrefix("throws("), before.effects.contains("throws") {
        found.append(
          isMetByNobody
            ? Finding(.compatible, "it throws fewer errors")
            : Finding(
              .breaking, "it throws fewer errors: implementations and overrides must not throw more"))
        continue
      }
      found.append(
        Finding(
          .breaking,
          effect == "throws" && before.effects.contains { $0.hasPrefix("throws(") }
            ? "it now throws any error: existing catch clauses do not cover them all"
            : "it is now \(effect): calls must be marked or handle it"))
    }
    for effect in lost.sorted() where gained.isEmpty {
      found.append(
        isMetByNobody
          ? Finding(.compatible, "it is no longer \(effect); calls only get a warning")
          : Finding(
            .breaking, "it is no longer \(effect): implementations and overrides must not be \(effect)"))
    }
    return found
  }

  /// True when nothing outside of the module can meet or override the declaration.
  private var isMetByNobody: Bool { old.role == .plain && old.access != .open }

  private func accessors(_ before: DeclarationText, _ after: DeclarationText) -> [Finding] {
    let (could, can) = (isSettable(before), isSettable(after))
    if could, !can { return [Finding(.breaking, "it can no longer be set")] }
    if !could, can {
      return new.role == .plain
        ? [Finding(.compatible, "it can now be set")]
        : [Finding(.breaking, "conforming types must make it settable")]
    }
    let (was, now) = (mutations(before), mutations(after))
    return now.subtracting(was).sorted().map { Finding(.breaking, "\($0) it now needs a variable") }
      + was.subtracting(now).sorted().map { use in
        isMetByNobody
          ? Finding(.compatible, "\(use) it no longer needs a variable")
          : Finding(.breaking, "\(use) it no longer needs a variable: conforming types must not need one")
      }
  }

  /// Returns the uses of a value that change what has it, so that this has to be a variable.
  private func mutations(_ text: DeclarationText) -> Set<String> {
    var found: Set<String> = []
    if text.accessors?.contains(" mutating get") ?? false { found.insert("reading") }
    if isSettable(text), !(text.accessors?.contains("nonmutating set") ?? false) { found.insert("setting") }
    return found
  }

  private func isSettable(_ text: DeclarationText) -> Bool {
    if let accessors = text.accessors { return accessors.contains("set") || accessors.contains("_modify") }
    return text.rest.first == "var"
  }

  private func modifiers(_ before: DeclarationText, _ after: DeclarationText) -> [Finding] {
    let gained = after.modifiers.subtracting(before.modifiers)
    let lost = before.modifiers.subtracting(after.modifiers)
    return gained.sorted().map { word in
      Self.harmless.contains(word)
        ? Finding(.compatible, "it is now marked \(word)")
        : word == "final"
          ? Finding(
            .compatible,
            "it is now final; other modules could not subclass or override it before")
          : Finding(.breaking, "it is now marked \(word)")
    }
      + lost.sorted().map { word in
        Self.harmless.contains(word) || word == "final" || word == "mutating" && isMetByNobody
          ? Finding(.compatible, "it is no longer marked \(word)")
          : Finding(.breaking, "it is no longer marked \(word)")
      }
  }

  /// Modifiers that make no difference to sources that are compiled anew.
  private static let harmless: Set = [
    "@frozen", "@inlinable", "@discardableResult", "@inline(__always)", "@inline(never)",
    "@warn_unqualified_access",
    "@usableFromInline", "@_transparent", "@_alwaysEmitIntoClient", "override", "convenience", "lazy", "weak",
    "nonmutating",
  ]
}

// MARK: Conformances and availability

extension DeclarationChange {
  private var conformances: [Finding] {
    let (before, after) = (unmarked(old.conformances), unmarked(new.conformances))
    let lost = before.subtracting(after).sorted().map { name in
      Finding(
        .breaking, "it no longer \(relation) \(Self.short(name))", before: "\(old.name): \(name)",
        after: new.name)
    }
    let gained = after.subtracting(before).sorted().map { name in
      new.kind == .protocol
        ? Finding(
          .breaking, "conforming types must also conform to \(Self.short(name))", before: old.name,
          after: "\(new.name): \(name)")
        : Finding(
          .compatible, "it now \(relation) \(Self.short(name))", before: old.name,
          after: "\(new.name): \(name)")
    }
    return lost + gained + marks
  }

  private func unmarked(_ names: [String]) -> Set<String> { Set(names.filter { !Self.isMark($0) }) }

  private static func isMark(_ name: String) -> Bool { name.hasPrefix("~") || name.hasPrefix("@") }

  /// Compares the marks, such as `~Copyable` and `@MainActor Equatable`. The text of a protocol already contains its
  /// marks.
  private var marks: [Finding] {
    guard new.kind != .protocol else { return [] }
    let (before, after) = (
      Set(old.conformances.filter(Self.isMark)), Set(new.conformances.filter(Self.isMark))
    )
    return after.subtracting(before).sorted().map { name in
      Finding(
        .breaking, "it is now \(name): code that needs more does not compile", before: old.name,
        after: "\(new.name): \(name)")
    }
      + before.subtracting(after).sorted().map { name in
        Finding(
          .compatible, "it is no longer \(name)", before: "\(old.name): \(name)", after: new.name)
      }
  }

  private var relation: String { new.kind == .protocol ? "requires" : "conforms to or inherits from" }

  private static func short(_ name: String) -> String {
    name.hasPrefix("Swift.") ? String(name.dropFirst("Swift.".count)) : name
  }

  private var availability: [Finding] {
    let (before, after) = (Set(old.availability), Set(new.availability))
    let gained = after.subtracting(before).sorted().map { words in
      words.contains(" deprecated")
        ? Finding(.compatible, "it is now deprecated (\(words)): every use gets a warning")
        : Finding(.breaking, "it is available in fewer places (\(words))")
    }
    let lost = before.subtracting(after).sorted().filter { words in
      // When a limit moved, only the new one is reported.
      let subject = words.split(separator: " ").prefix(2)
      return !after.contains { $0.split(separator: " ").prefix(2) == subject }
    }
    return gained + lost.map { Finding(.compatible, "it is no longer limited (\($0))") }
  }
}

extension DeclarationKind {
  fileprivate var article: String {
    switch self {
    case .enum, .actor, .associatedtype: "an \(words)"
    default: "a \(words)"
    }
  }
}
