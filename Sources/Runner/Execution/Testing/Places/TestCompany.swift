import Platform

/// What lies beside the programs of tests and may be wanted by them: programs, libraries, bundles of resources. Packages
/// that were built together share a folder, so each is looked through once.
final class TestCompany: Sendable {
  private let known = Guarded<[String: [String]]>([:])

  /// The names of what a module may find beside its program.
  func names(of module: TestedModule, by commands: SwiftCommands) -> [String] {
    let package = module.package
    let folder = package.viewFolder ?? commands.productFolder(package)
    return candidates(in: folder).filter { name in
      commands.engine.isSeen(name, by: package) && !package.hidden.contains(name)
    }
  }

  private func candidates(in folder: String) -> [String] {
    known.with { known in
      if let names = known[folder] { return names }
      let names = LocalFiles.entries(in: folder).filter { Self.isCompany($0, in: folder) }.map(\.name)
      known[folder] = names
      return names
    }
  }

  private static func isCompany(_ entry: LocalFiles.Entry, in folder: String) -> Bool {
    let ending = SourceFiles.ending(of: entry.name)
    if entry.isFolder { return ending == "resources" || ending == "bundle" }
    return ending == "so" || LocalFiles.isProgram("\(folder)/\(entry.name)")
  }
}
