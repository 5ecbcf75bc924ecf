/// A drawing's style: `drawing.css`, and behind it the colours of this drawing's groups.
///
/// The file says once more what `colors.css` says: not everything that shows an SVG knows of variables.
enum GraphSVGStyle {
  static func text(_ coloring: GraphColoring) -> String {
    let light = rules(coloring) { $0.light }
    let dark = rules(coloring) { $0.dark }
    return "\n\(file)\(light)\n@media (prefers-color-scheme: dark) {\n\(dark)\n}\n"
  }

  private static let file = String(decoding: PackageResources.drawing_css, as: UTF8.self)

  private static func rules(_ coloring: GraphColoring, _ color: (GraphPalette.Color) -> String) -> String {
    coloring.groups.enumerated().map { ".c\($0){fill:\(color($1.color))}" }.joined()
  }
}
