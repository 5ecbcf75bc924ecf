/// The contents of both kinds of insights, for text and for Markdown.
package struct InsightsDocument: Sendable {
  /// How a script finds its comment again; a contract.
  let marker: String
  let title: String
  let lead: [String]
  let tables: [ReportTable]
  let notes: [String]

  static func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }
}
