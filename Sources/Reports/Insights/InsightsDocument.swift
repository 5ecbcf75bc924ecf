/// What both kinds of insights come to, before anybody says whether that is text, Markdown or a page.
package struct InsightsDocument: Sendable {
  /// How a script finds its comment again; a contract.
  let marker: String
  let title: String
  let lead: [String]
  let charts: [InsightsChart]
  let tables: [ReportTable]
  let notes: [String]
}

/// Bars over time, each of one or more parts.
struct InsightsChart: Sendable {
  struct Part: Sendable {
    let name: String
    /// The class of its colour.
    let style: String
  }

  struct Bar: Sendable {
    let name: String
    /// By part.
    var values: [Double]
    /// For whoever points at it.
    let text: String
  }

  let title: String
  let parts: [Part]
  let bars: [Bar]
  /// What the height stands for; nil: the largest bar.
  let most: Double?
  /// That height, in words.
  let mostText: @Sendable (Double) -> String

  @Sendable static func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }

  init(
    _ title: String, parts: [Part], bars: [Bar], most: Double? = nil,
    mostText: @escaping @Sendable (Double) -> String
  ) {
    self.title = title
    self.parts = parts
    self.bars = bars
    self.most = most
    self.mostText = mostText
  }

  var height: Double { max(most ?? bars.map { $0.values.reduce(0, +) }.max() ?? 0, 1e-9) }
}

extension InsightsReport {
  /// More bars than this are put together, so that each can be seen on a phone.
  static let mostBars = 60
}
