/// A chart of bars as a drawing within a page. Words stand beside it and not in it: it grows and shrinks with the page,
/// and they must not.
enum ChartSVG {
  /// The drawing's own units; a bar has a gap of a quarter beside it.
  private static let height = 100.0
  private static let gap = 0.25

  static func write(_ chart: InsightsChart, to writer: inout HTMLWriter) {
    writer.element("h2", text: chart.title)
    writer.element("figure") { writer in
      writer.element("p", [("class", "scale")], text: chart.mostText(chart.height))
      writer.element(
        "svg",
        [
          ("viewBox", "0 0 \(chart.bars.count) \(Int(height))"), ("preserveAspectRatio", "none"),
          ("role", "img"), ("aria-label", summary(chart)),
        ]
      ) { writer in
        for (index, bar) in chart.bars.enumerated() { write(bar, at: index, of: chart, to: &writer) }
      }
      writer.element("figcaption") { writer in
        writer.element("p", [("class", "ends")]) { writer in
          for bar in [chart.bars.first, chart.bars.count > 1 ? chart.bars.last : nil].compactMap(\.self) {
            writer.element("span", text: bar.name)
          }
        }
        guard chart.parts.count > 1 else { return }
        writer.element("ul") { writer in
          for part in chart.parts { writer.element("li", [("class", part.style)], text: part.name) }
        }
      }
    }
  }

  private static func write(
    _ bar: InsightsChart.Bar, at index: Int, of chart: InsightsChart, to writer: inout HTMLWriter
  ) {
    writer.newLine()
    writer.element("g") { writer in
      writer.element("title", text: "\(bar.name): \(bar.text)")
      // The whole column says what it is, however low its bar.
      writer.element(
        "rect",
        [("class", "column"), ("x", "\(index)"), ("y", "0"), ("width", "1"), ("height", number(height))],
        text: "")
      var top = height
      for (part, value) in zip(chart.parts, bar.values) where value > 0 {
        let size = min(top, value / chart.height * height)
        top -= size
        writer.element(
          "rect",
          [
            ("class", part.style), ("x", number(Double(index) + gap / 2)), ("y", number(top)),
            ("width", number(1 - gap)), ("height", number(size)),
          ], text: "")
      }
    }
  }

  private static func summary(_ chart: InsightsChart) -> String {
    let bars = chart.bars
    guard let first = bars.first, let last = bars.last else { return chart.title }
    return "\(chart.title), \(bars.count) bars: \(first.name), \(first.text); \(last.name), \(last.text)"
  }

  /// Three digits behind the point are finer than any screen.
  private static func number(_ value: Double) -> String {
    let thousandths = Int((min(max(value, 0), 1e6) * 1000).rounded())
    let (whole, rest) = thousandths.quotientAndRemainder(dividingBy: 1000)
    return rest == 0 ? "\(whole)" : "\(whole).\(String(rest + 1000).dropFirst())"
  }
}
