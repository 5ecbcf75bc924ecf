import Support

/// How deep folders may lie inside each other. Walks recur, so a tree made to harm would end the program;
/// Git has such a limit as well.
enum TreeDepth {
  private static let limit = 1000

  /// `folder` is a path that ends in a slash, or empty.
  static func check(_ folder: [UInt8]) throws(GitError) {
    // Every level has at least a letter and a slash.
    guard folder.count > 2 * limit, folder.count(where: { $0 == UInt8(ascii: "/") }) > limit else { return }
    let start = Text.escapingInvalidUTF8(folder.prefix(40))
    throw GitError(.unsupportedRepository, "folders lie more than \(limit) deep in each other: '\(start)...'")
  }
}
