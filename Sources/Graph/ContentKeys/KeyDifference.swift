package import Base

/// An input that differs between two keys of the same module.
package struct KeyDifference: Sendable, Hashable {
  /// The module with the input: the module in question, or one that it needs.
  package let module: ModuleID
  package let kind: KeyInput.Kind
  package let name: String
  /// The old value; nil when the key had no such input.
  package let before: String?
  package let after: String?
}

extension KeyDifference {
  /// Returns the differences in a module's key, down to the inputs of the modules that it needs. An input that several
  /// modules share is listed once.
  package static func between(_ old: ModuleKeys, _ new: ModuleKeys, of module: ModuleID) -> [KeyDifference] {
    var found: [KeyDifference] = []
    var seen = Set<Shared>()
    var known: Set = [module]
    var pending = [module]
    while !pending.isEmpty {
      let next = pending.removeFirst()
      guard old.key(of: next) != new.key(of: next) else { continue }
      found += differences(old.explainOwn(next), new.explainOwn(next), next).filter { difference in
        seen.insert(Shared(difference)).inserted
      }
      let before = old.needed(by: next)
      let after = new.needed(by: next)
      found += differences(before.map(input), after.map(input), next)
      pending += Set(before).intersection(after).filter { known.insert($0).inserted }.sorted()
    }
    return found
  }

  private static func input(_ needed: ModuleID) -> KeyInput {
    KeyInput(kind: .dependency, name: needed.description, value: "needed")
  }

  private static func differences(_ old: [KeyInput], _ new: [KeyInput], _ module: ModuleID) -> [KeyDifference]
  {
    let before = Dictionary(grouping: old) { Place(kind: $0.kind, name: $0.name) }
    let after = Dictionary(grouping: new) { Place(kind: $0.kind, name: $0.name) }
    let changed = Set(before.keys).union(after.keys).filter { place in
      before[place]?.map(\.value) != after[place]?.map(\.value)
    }
    return changed.sorted().map { place in
      KeyDifference(
        module: module, kind: place.kind, name: place.name, before: text(before[place]),
        after: text(after[place]))
    }
  }

  /// Some inputs have the same name, such as two settings of one kind.
  private static func text(_ inputs: [KeyInput]?) -> String? {
    inputs?.map(\.value).joined(separator: "; ")
  }

  private struct Place: Hashable, Comparable {
    let kind: KeyInput.Kind
    let name: String

    static func < (left: Place, right: Place) -> Bool {
      left.kind == right.kind ? left.name < right.name : left.kind.rank < right.kind.rank
    }
  }

  /// The parts that make two differences the same for a reader.
  private struct Shared: Hashable {
    let place: Place
    let owner: ModuleID?

    init(_ difference: KeyDifference) {
      place = Place(kind: difference.kind, name: difference.name)
      owner =
        switch difference.kind.reach {
        case .run: nil
        case .package: ModuleID(package: difference.module.package, name: "")
        case .module: difference.module
        }
    }
  }
}

extension KeyInput.Kind {
  package enum Reach: Sendable {
    case run, package, module
  }

  /// The modules for which an input of this kind is the same.
  package var reach: Reach {
    switch self {
    case .schema, .toolchain, .host, .platforms, .run, .environment, .config, .global, .workspaceFile: .run
    case .package, .remote, .lockfile, .pin, .packageFile: .package
    case .module, .target, .product, .packageDependency, .trait, .setting, .file, .input, .systemLibrary,
      .testRun, .dependency, .cycle:
      .module
    }
  }

  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
