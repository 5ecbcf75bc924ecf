import Base
import Graph
import Session
import SwiftSources

/// Decides whether a package's interface mentions that of another package. If so, the first breaks with the other.
struct ExposedNeeds {
  private let base: InterfaceRevision
  private let head: InterfaceRevision
  private let world: World
  private let store: InterfaceStore?
  private var offered: [PackageIndex: Offered] = [:]

  fileprivate struct Offered {
    var modules: Set<String> = []
    /// The names that other declarations may use: the modules' top-level types, at either revision.
    var names: Set<String> = []
    /// True when it may offer types that are not listed, as headers do.
    var hasOtherNames = false
    /// All words of its current declarations.
    var words: Set<String> = []
    var isUnknown = false
  }

  init(base: InterfaceRevision, head: InterfaceRevision, _ world: World, _ store: InterfaceStore?) {
    (self.base, self.head, self.world, self.store) = (base, head, world, store)
  }

  /// Returns true in doubt.
  mutating func exposes(_ package: PackageIndex, _ lower: PackageIndex) throws(Failure) -> Bool {
    let (own, its) = (try offered(by: package), try offered(by: lower))
    if own.isUnknown { return true }
    guard !own.words.isEmpty else { return false }
    return its.isUnknown || its.hasOtherNames || !own.words.isDisjoint(with: its.names.union(its.modules))
  }

  private mutating func offered(by package: PackageIndex) throws(Failure) -> Offered {
    if let known = offered[package] { return known }
    let modules = PackageCauses.offered(package, base, head)
    var found = Offered(modules: Set(modules.map(\.name)))
    for (revision, isHead) in [(base, false), (head, true)] {
      let indices = Set(modules.compactMap { revision.graph.index(of: $0) })
      let interfaces = try InterfaceReader.interfaces(of: indices, in: revision, world, store)
      for interface in interfaces.values { found.add(interface, isHead: isHead) }
    }
    offered[package] = found
    return found
  }
}

extension ExposedNeeds.Offered {
  fileprivate mutating func add(_ interface: ModuleInterface, isHead: Bool) {
    switch interface {
    case .nothing: return
    case .unknown: isUnknown = true
    case .surface(let surface):
      for declaration in surface.declarations {
        switch declaration.kind {
        // No declaration of another module can name a function or a variable.
        case .function, .operator, .variable: break
        case .header, .other: hasOtherNames = true
        default: names.formUnion(declaration.path.prefix(1).map { String($0.prefix { $0 != "(" }) })
        }
        if isHead, declaration.access != .package { words.formUnion(declaration.wordsOfOthers) }
      }
    }
  }
}

extension SurfaceDeclaration {
  /// All words except its own name.
  fileprivate var wordsOfOthers: Set<String> {
    var own = Self.words(text)
    if let name = path.last?.prefix(while: { $0 != "(" }), let index = own.firstIndex(of: String(name)) {
      own.remove(at: index)
    }
    return Set(own + ([extended ?? ""] + conformances).flatMap(Self.words))
  }

  private static func words(_ text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
  }
}
