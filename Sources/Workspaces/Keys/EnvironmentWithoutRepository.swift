extension [String: String] {
  /// What a running hook is told of its repository is not about other clones.
  package var withoutRepository: [String: String] {
    filter { !$0.key.hasPrefix("GIT_") || $0.key.hasPrefix("GIT_CONFIG") }
  }
}
