package import Support

/// `ambit report --post --json`: what became of the comment.
package struct CommentReport: Sendable {
  package enum Outcome: String, Sendable, Hashable {
    case created, updated, unchanged
  }

  package let host: String
  package let outcome: Outcome
  /// nil when the host does not say.
  package let url: String?
  package let comment: String
  package let warnings: [Warning]

  package init(host: String, outcome: Outcome, url: String?, comment: String, warnings: [Warning]) {
    self.host = host
    self.outcome = outcome
    self.url = url
    self.comment = comment
    self.warnings = warnings
  }

  package var json: String {
    JSONWriter.report { writer in
      writer.field("host", host)
      writer.field("outcome", outcome.rawValue)
      writer.field("url", url)
      writer.field("comment", comment)
      writer.warnings(warnings)
    }
  }
}
