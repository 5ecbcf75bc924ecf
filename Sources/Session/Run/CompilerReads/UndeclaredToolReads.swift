import Base
import Graph
import Runner
import Store

/// Compares the files that the build's programs read with the keys of the modules that use their results.
struct UndeclaredToolReads {
  private(set) var undeclared: [UndeclaredReads.Undeclared] = []
  /// For people, by module and program.
  private(set) var inputs: [TestInputs] = []

  init(_ reads: [ToolReads], _ graph: WorkspaceGraph, _ gates: RunGates?) {
    guard let gates else { return }
    // Many modules use results of the same programs.
    let memory = DiskMemory()
    for module in Set(reads.flatMap(\.modules)).sorted() {
      // A module without a key has nothing to compare with.
      guard gates.hasKey(of: module), let index = graph.index(of: module) else { continue }
      let node = graph.modules[index]
      let user = ProgramUser(node: node, package: graph.packages[node.package].folder)
      var obstacles: [String] = []
      var seen: [TestInputs.Input] = []
      for read in reads where read.modules.contains(module) {
        let (met, obstacle) = gates.observation(of: read, for: module, memory)
        let sights = met.sights.filter(user.counts)
        if let obstacle {
          obstacles.append("\(read.tool) \(obstacle.text)")
        } else {
          seen += sights.map { TestInputs.Input($0, reader: read.tool) }
        }
        undeclared += sights.compactMap { sight in
          user.place(of: sight).map { UndeclaredReads.Undeclared(module: module, file: $0) }
        }
      }
      guard !obstacles.isEmpty || !seen.isEmpty else { continue }
      inputs.append(
        TestInputs(
          module, obstacle: obstacles.isEmpty ? nil : obstacles.joined(separator: "; "), inputs: seen,
          isOfBuild: true))
    }
  }
}

/// A module whose build runs programs.
private struct ProgramUser {
  let node: ModuleNode
  let package: RelativePath

  /// Folders of the system. Keys hold the system's version instead.
  private static let system = ["/etc/", "/var/", "/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/"]
  private static let local = "/usr/local/"

  /// Returns true for a sight that may differ between machines. A folder's mere existence and the system's files do not
  /// count.
  func counts(_ sight: Observation.Sight) -> Bool {
    switch (sight.place, sight.aspect) {
    case (.workspace(let path), .names): !isOwn(path)
    case (.workspace(let path), _):
      sight.state != .folder && !path.components.contains { $0.elementsEqual(".build".utf8) }
    case (.outside, .content): sight.state != .folder && !isOfSystem(sight.place.text)
    case (.home, _), (.outside, _), (.product, _): false
    }
  }

  /// Returns the place if nothing declares it, or nil if the key holds it.
  func place(of sight: Observation.Sight) -> UndeclaredReads.Undeclared.Place? {
    guard sight.cover == .foreign else { return nil }
    return switch (sight.place, sight.aspect) {
    case (.workspace(let path), .names): .listed(path)
    case (.workspace(let path), _): .inside(path)
    case (.outside, _): .outside(sight.place.text)
    case (.home, _), (.product, _): nil
    }
  }

  private func isOfSystem(_ path: String) -> Bool {
    !path.hasPrefix(Self.local) && Self.system.contains { path.hasPrefix($0) }
  }

  /// A plugin's user already has all names in its package as input.
  private func isOwn(_ folder: RelativePath) -> Bool {
    node.layout.readsWholePackage && folder.isInside(package)
  }
}
