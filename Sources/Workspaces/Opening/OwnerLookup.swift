package import Config
package import Edge
package import ModuleGraph
import Names
package import Ownership
package import Support

extension OwnerResolver {
  package func owners(of module: ModuleNode) -> ResolvedOwners {
    owners(ofModule: module.id, folder: module.layout.folder ?? module.id.package)
  }
}

extension OpenWorkspace {
  /// Who owns what at the head, with what is wrong with the CODEOWNERS file.
  package func ownerResolver() throws(Failure) -> (resolver: OwnerResolver, warnings: [Warning]) {
    try ownerResolver(config, in: head.tree)
  }

  /// Who owns what by one state's configuration and files.
  package func ownerResolver(
    _ config: WorkspaceConfig, in tree: any FileTree
  ) throws(Failure) -> (resolver: OwnerResolver, warnings: [Warning]) {
    // CODEOWNERS speaks for the whole repository, wherever the workspace lies in it.
    let explicit = config.owners.codeowners.map { location.folderInRepository.appending($0) }
    let file = try Failure.wrapping {
      try CodeOwnersFile.find(in: tree, explicitPath: explicit, dialect: config.owners.dialect)
    }
    var warnings: [Warning] = []
    if let explicit, file == nil {
      warnings.append(
        Warning(
          code: "missing-codeowners",
          message: "\"owners.codeowners\" names \"\(explicit)\", but there is no such file",
          hints: ["correct the path in \(location.configuration)"]))
    }
    let parsed = file.map { CodeOwners.parse($0.bytes, dialect: $0.dialect) }
    if let file, let problems = parsed?.problems {
      warnings += problems.map { problem in
        Warning(code: problem.code, message: "\(file.path):\(problem.line): \(problem.message)")
      }
    }
    let resolver = OwnerResolver(
      config: config, codeOwners: parsed?.file, workspaceFolder: location.folderInRepository)
    return (resolver, warnings)
  }
}
