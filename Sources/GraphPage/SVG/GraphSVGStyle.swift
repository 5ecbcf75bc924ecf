/// The drawing's colours; those of the page (`GraphPageStyle.colors`) as far as a drawing needs them.
enum GraphSVGStyle {
  static func text(_ coloring: GraphColoring) -> String {
    let groups = coloring.groups.enumerated()
    let light = groups.map { ".c\($0){fill:\($1.color.light)}" }.joined()
    let dark = groups.map { ".c\($0){fill:\($1.color.dark)}" }.joined()
    return """

      text{font:500 13px system-ui,-apple-system,"Segoe UI","Noto Sans",Arial,sans-serif;fill:#1c2430}
      .title{font-size:17px;font-weight:600}.untouched text,.dim{fill:#5c6675}
      .ground{fill:#f6f7f9}.card{fill:#fff;stroke:#d5dae1}
      .plugin .card,.macro .card{stroke-dasharray:4 3;stroke:#5c6675}
      .edge{fill:none;stroke:#8b95a3;stroke-opacity:.6;stroke-width:1.1}
      .edge.lit{stroke:#c75300;stroke-opacity:.85;stroke-width:1.5}
      .edge.broken{stroke:#c81e2c;stroke-opacity:1;stroke-width:2.2}
      text.broken{fill:#c81e2c;font-size:11px;font-weight:600;text-anchor:middle;paint-order:stroke;\
      stroke:#f6f7f9;stroke-width:4px}
      .reached .card{fill:#ffe9d2;stroke:#c75300;stroke-width:1.6}
      .changed .card{fill:#ffb066;stroke:#c75300;stroke-width:1.6}.changed text{fill:#3a1800}
      \(light)
      @media (prefers-color-scheme:dark){
      text{fill:#e6eaf0}.untouched text,.dim{fill:#9aa5b4}
      .ground{fill:#10141b}.card{fill:#1a202a;stroke:#313a47}
      .plugin .card,.macro .card{stroke:#9aa5b4}
      .edge{stroke:#5d6877}.edge.lit{stroke:#ff9d4a}.edge.broken{stroke:#ff6b75}
      text.broken{fill:#ff6b75;stroke:#10141b}
      .reached .card{fill:#41290f;stroke:#ff9d4a}.changed .card{fill:#e07b1d;stroke:#ff9d4a}
      .changed text{fill:#1d0d00}
      \(dark)
      }

      """
  }
}
