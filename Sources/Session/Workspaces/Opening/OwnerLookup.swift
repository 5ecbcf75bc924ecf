package import Base
package import Graph
package import Reports

/// The owners, as far as they can be read.
package struct KnownOwners {
  package let resolver: OwnerResolver
  /// Problems with lines of CODEOWNERS, or with its path.
  package let warnings: [Warning]
  /// The error that keeps CODEOWNERS from being read. Then only the rules of workspace.json are known.
  package let problem: Failure?

  /// The problem for commands that work without owners.
  package var problemWarning: Warning? {
    problem.map { problem in
      Warning(
        code: "unreadable-codeowners",
        message: "CODEOWNERS cannot be read, so its owners are missing: \(problem.message)",
        hints: problem.hints)
    }
  }

  /// Refuses to answer by owners when some of them are not known.
  package func refuseProblem() throws(Failure) {
    if let problem { throw problem }
  }
}

extension OpenWorkspace {
  /// The owners at the head. An unreadable CODEOWNERS is an error: without it the answer would be wrong.
  package func ownerResolver() throws(Failure) -> (resolver: OwnerResolver, warnings: [Warning]) {
    try ownerResolver(config, in: head.tree)
  }

  /// The owners by the configuration and files of one state.
  private func ownerResolver(
    _ config: WorkspaceConfig, in tree: any FileTree
  ) throws(Failure) -> (resolver: OwnerResolver, warnings: [Warning]) {
    let known = knownOwners(config, in: tree)
    try known.refuseProblem()
    return (known.resolver, known.warnings)
  }

  /// The owners by the rules of the base, and its configuration.
  package func ownerResolver(
    of base: ComparedRevisions.Base
  ) throws(Failure) -> (resolver: OwnerResolver, warnings: [Warning], config: WorkspaceConfig) {
    let tree = try tree(of: base.commit)
    let config = try config(in: tree)
    let (resolver, warnings) = try ownerResolver(config, in: tree)
    return (resolver, warnings, config)
  }

  /// The owners at the head, for commands that work without owners.
  package func knownOwners() -> KnownOwners { knownOwners(config, in: head.tree) }

  package func knownOwners(_ config: WorkspaceConfig, in tree: any FileTree) -> KnownOwners {
    // CODEOWNERS is about the whole repository, wherever the workspace lies in it.
    let explicit = config.owners.codeowners.map { location.folderInRepository.appending($0) }
    let file: CodeOwnersFile?
    do throws(Failure) {
      file = try CodeOwnersFile.find(in: tree, explicitPath: explicit, dialect: config.owners.dialect)
    } catch {
      let resolver = OwnerResolver(
        config: config, codeOwners: nil, workspaceFolder: location.folderInRepository)
      return KnownOwners(resolver: resolver, warnings: [], problem: error)
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
    return KnownOwners(resolver: resolver, warnings: warnings, problem: nil)
  }
}
