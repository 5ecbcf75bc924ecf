import Names

/// Tells whose source a compiler error stands in.
struct ErrorOwners: Sendable {
  private let folders: [(path: String, module: ModuleID)]

  init(_ sourceFolders: [ModuleID: String]) {
    // The innermost folder comes first.
    folders = sourceFolders.map { ($0.value + "/", $0.key) }.sorted {
      ($1.path.utf8.count, $0.module) < ($0.path.utf8.count, $1.module)
    }
  }

  /// The errors with their modules.
  func attributed(_ errors: [BuildDiagnostic]) -> [BuildDiagnostic] {
    errors.map { error in
      var result = error
      result.module = error.file.flatMap { file in folders.first { file.hasPrefix($0.path) }?.module }
      return result
    }
  }
}
