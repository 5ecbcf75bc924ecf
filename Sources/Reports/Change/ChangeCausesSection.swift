import Support

/// What keeps builds from passing: a line for each cause, which unfolds into all that waits for it.
enum ChangeCausesSection {
  private static let mostCauses = 100
  private static let mostNames = 200
  private static let longestMessage = 3000

  static func write(_ causes: [ChangeCause], to body: inout HTMLWriter) {
    guard !causes.isEmpty else { return }
    body.element("section", [("id", "causes")]) { body in
      body.element("h2", text: "Does not build")
      for cause in causes.prefix(mostCauses) {
        body.element("details", [("class", "cause")]) { body in
          body.element("summary") { summary(cause, &$0) }
          whole(cause, &body)
        }
      }
      let rest = causes.count - mostCauses
      if rest > 0 { body.element("p", [("class", "dim")], text: "and \(rest) more") }
    }
  }

  private static func summary(_ cause: ChangeCause, _ body: inout HTMLWriter) {
    let message = Text.cut(Text.firstLine(of: cause.message), to: 300)
    body.element("b", [("class", "bad")], text: message.isEmpty ? "\(cause.name) does not build" : message)
    body.words(" ")
    body.code(Text.cut(cause.place ?? cause.name, to: 500))
    if !cause.blocked.isEmpty { body.element("span", [("class", "dim")], text: " \(cause.blocked)") }
  }

  private static func whole(_ cause: ChangeCause, _ body: inout HTMLWriter) {
    if !cause.message.isEmpty {
      body.element("pre") { $0.lines(Text.cut(cause.message, to: longestMessage)) }
    }
    for (title, names) in [
      ("Test modules that wait for it", cause.tests), ("Packages that wait for it", cause.packages),
    ] {
      guard !names.isEmpty else { continue }
      body.element("p", [("class", "dim")], text: title)
      body.element("ul", [("class", "names")]) { body in
        for name in names.prefix(mostNames) { body.element("li") { $0.code(Text.cut(name, to: 500)) } }
      }
      let rest = names.count - mostNames
      if rest > 0 { body.element("p", [("class", "dim")], text: "and \(rest) more") }
    }
  }
}
