/// Reads a page as strictly as it was written: anything that is not one of our own tags is an error.
struct PageScan {
  private(set) var problems: [String] = []
  private(set) var text = ""
  private(set) var elements: [String: Int] = [:]

  private static let known: Set = [
    "html", "meta", "title", "style", "main", "header", "footer", "section", "article", "h1", "h2", "h3",
    "h4",
    "p", "ul", "li", "a", "b", "span", "code", "pre", "div", "table", "thead", "tbody", "tr", "th", "td",
    "details", "summary", "wbr", "svg", "g", "rect", "path", "text",
  ]
  /// Their end may go unsaid.
  private static let open: Set = ["meta", "thead", "tbody", "tr", "th", "td", "wbr"]

  init(_ page: String) {
    var stack: [String] = []
    var rest = page.dropFirst(page.hasPrefix("<!doctype html>\n") ? 16 : 0)
    if rest.count == page.count { problems.append("no doctype") }
    while let start = rest.firstIndex(of: "<") {
      text += rest[..<start]
      guard let end = rest[start...].firstIndex(of: ">") else {
        problems.append("a tag that never ends")
        break
      }
      let tag = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let name = String(tag.drop { $0 == "/" }.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) })
      guard Self.known.contains(name) else {
        problems.append("<\(tag)>")
        continue
      }
      if tag.hasPrefix("/") {
        if stack.popLast() != name { problems.append("</\(name)> in the wrong place") }
      } else {
        elements[name, default: 0] += 1
        if !Self.open.contains(name) { stack.append(name) }
        checkAttributes(tag.dropFirst(name.count))
      }
    }
    if !stack.isEmpty { problems.append("never closed: \(stack)") }
  }

  /// Nothing that runs, nothing that is fetched.
  private mutating func checkAttributes(_ text: Substring) {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() where index.isMultiple(of: 2) {
      let name = part.trimmingPrefix(" ").prefix { $0 != "=" }
      let isKnown = [
        "", "class", "id", "href", "lang", "charset", "name", "content", "http-equiv", "scope", "data-l",
        "width", "height", "viewBox", "role", "aria-label", "x", "y", "rx", "d",
      ].contains(name)
      if !isKnown { problems.append("the attribute \(name)") }
      if name == "href", index + 1 < parts.count, !parts[index + 1].hasPrefix("#") {
        problems.append("a link to \(parts[index + 1])")
      }
    }
  }
}
