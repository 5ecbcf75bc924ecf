/// Outputs of a step of GitHub Actions, as `$GITHUB_OUTPUT` takes them.
///
/// Every value is one line. Lists are JSON, in which a newline of a name is escaped. So no value needs the form with a
/// delimiter, which a hostile name could end.
package enum GitHubOutputs {
  package static func text(_ outputs: [(name: String, value: String)]) -> String {
    outputs.map { "\($0.name)=\($0.value)\n" }.joined()
  }
}
