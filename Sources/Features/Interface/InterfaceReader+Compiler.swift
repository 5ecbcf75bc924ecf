import Base
import Graph
import Runner
import Session
import SwiftSources

// The compiler's arguments, and the surface from its output.

extension InterfaceReader {
  func surface(
    of output: InterfaceEmission.Output, _ sources: [(path: RelativePath, found: SourceDeclarations)],
    placedIn root: String
  ) throws(InterfaceEmission.Problem) -> PublicSurface {
    var graph = SymbolGraph()
    do throws(SymbolGraphError) {
      for bytes in output.graphs { try graph.add(bytes) }
      for bytes in output.extracted { try graph.add(bytes, isOwn: true) }
    } catch {
      throw InterfaceEmission.Problem(reason: error.reason)
    }
    var statements: [(SurfaceDeclaration, SurfacePlace)] = []
    var marks: [String: Set<String>] = [:]
    for (source, found) in sources {
      marks.merge(found.marks) { $0.union($1) }
      statements += found.statements.map { text in
        (SurfaceDeclaration(.statement, [text], text), SurfacePlace(file: "\(source)", line: 1))
      }
    }
    let unique = Dictionary(statements.map { ($0.0.text, $0) }, uniquingKeysWith: { one, _ in one })
    return graph.surface().marking(marks).adding(unique.values.map { ($0.0, $0.1) }, keepingPlacesBelow: root)
  }

  func declarations(in sources: [RelativePath]) -> [(path: RelativePath, found: SourceDeclarations)] {
    let tree = revision.workspaceTree
    return sources.map { ($0, SourceDeclarations(in: (try? tree.contents(of: $0)) ?? [])) }
  }

  /// Attributes that are no macros, and that many sources use.
  static let plainAttributes: Set = ["MainActor", "Sendable"]

  var environment: [String: String] {
    RunEnvironment.of(revision.config, toolchain: revision.pipeline.toolchain, world.environment).swiftPM
  }

  var platformFlags: [String] {
    let toolchain = revision.pipeline.toolchain
    guard let sdk = toolchain.sdk else { return [] }
    return ["-sdk", sdk.path]
  }

  /// Flags for every compiler, from `run.swiftArguments` of the configuration.
  var userFlags: [String] {
    var words = revision.settings.allArguments[...]
    var flags: [String] = []
    while let word = words.popFirst() {
      if word == "-Xswiftc", let value = words.popFirst() { flags.append(value) }
    }
    return SwiftModuleFlags.frontend(flags)
  }

  /// Stores the interfaces, unless their sources changed meanwhile.
  func keep(_ made: [ModuleIndex: (PublicSurface, [UInt8])]) throws(Failure) {
    guard let store, !made.isEmpty else { return }
    let ids = made.keys.map { revision.graph.modules[$0].id }
    let keys = revision.isOnDisk ? try revision.keysNow(world, of: ids) : revision.keys
    for (index, made) in made {
      let id = revision.graph.modules[index].id
      // A program has no interface, so its record would be wrong.
      guard revision.graph.modules[index].kind == .library, let key = revision.storeKey(index) else {
        continue
      }
      // The sources may have changed since they were read.
      guard keys.key(of: id)?.digest == key else { continue }
      store.keep(made.0, made.1, under: key)
    }
  }
}
