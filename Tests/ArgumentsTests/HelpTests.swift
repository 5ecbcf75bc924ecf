import Testing

@testable import Arguments

@Suite("Help")
struct HelpTests {
  private func help(_ name: String, width: Int) throws -> String {
    try #require(CommandTable.command(named: name)).helpText(width: width).render()
  }

  @Test("why at 80 columns")
  func wide() throws {
    #expect(try help("why", width: 80) == Self.wide)
  }

  @Test("why at 40 columns")
  func narrow() throws {
    #expect(try help("why", width: 40) == Self.narrow)
  }

  @Test("the overview")
  func overview() {
    #expect(CommandTable.help(for: nil).render() == Self.overview)
    #expect(CommandTable.help(for: "nonsense") == CommandTable.overview())
  }

  @Test(
    "no line but an example's is wider than the terminal", arguments: CommandTable.all.map(\.name),
    [40, 60, 80, 120])
  func fits(_ name: String, _ width: Int) throws {
    let spec = try #require(CommandTable.command(named: name))
    let examples = Set(spec.examples.map { "  " + $0.line })
    for line in spec.helpText(width: width).render().split(separator: "\n")
    where !examples.contains(String(line)) {
      #expect(line.count <= width, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test("every flag, argument and example is there", arguments: CommandTable.all.map(\.name))
  func complete(_ name: String) throws {
    let spec = try #require(CommandTable.command(named: name))
    let text = try help(name, width: 80)
    let words = spec.flags.map(\.name) + spec.positionals.map(\.placeholder) + spec.examples.map(\.line)
    for word in words + [spec.usage] { #expect(text.contains(word), "\(word)") }
  }

  @Test("styles mark headings and names, and change nothing else")
  func styled() throws {
    let help = CommandTable.help(for: "why")
    let marked = help.render { span in
      switch span.role {
      case .heading: "<h>\(span.text)</h>"
      case .word: "<w>\(span.text)</w>"
      case .text, .placeholder, .dim: span.text
      }
    }
    #expect(marked.contains("<h>Usage:</h>\n"))
    #expect(marked.contains("<w>    --base</w> REV"))
    #expect(help.render { $0.text } == help.render())
  }
}
