/// Outputs of a step of GitHub Actions, as `$GITHUB_OUTPUT` takes them.
///
/// Every value is one line: lists are JSON, in which a newline of a name is escaped. So none needs the form
/// with a delimiter, which a hostile name could end.
enum GitHubOutputs {
  static func text(_ outputs: [(name: String, value: String)]) -> String {
    outputs.map { "\($0.name)=\($0.value)\n" }.joined()
  }
}
