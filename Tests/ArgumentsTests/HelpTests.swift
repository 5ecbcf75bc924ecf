import Session
import Testing

@testable import Arguments
@testable import Features

@Suite("Help")
struct HelpTests {
  private func help(_ name: String, width: Int) throws -> String {
    try #require(Ambit.table.command(named: name)).helpText(width: width).render()
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
    let text = HelpTopic.overview.text(of: Ambit.table)
    #expect(text.render() == Self.overview)
    #expect(text.lines.count < 24, "a terminal has 24 lines, and the prompt takes one")
    #expect(Ambit.table.commands(in: .everyday).count == 10)
    #expect(HelpTopic.command("nonsense").text(of: Ambit.table) == text)
  }

  @Test("the commands of a group, and of all groups")
  func groups() {
    #expect(HelpTopic.groups([.dependencies]).text(of: Ambit.table).render() == Self.group)
    let all = HelpTopic.groups(CommandGroup.allCases).text(of: Ambit.table).render()
    for command in Ambit.table.commands {
      #expect(all.contains("  \(command.name) ") && all.contains(command.summary), "\(command.name)")
    }
  }

  @Test("short help of why")
  func short() {
    #expect(HelpTopic.mainFlags("why").text(of: Ambit.table).render() == Self.short)
  }

  @Test(
    "short help shows flags of the command, and fits a terminal", arguments: Ambit.table.commands.map(\.name))
  func shortFits(_ name: String) throws {
    let spec = try #require(Ambit.table.command(named: name))
    #expect(spec.mainFlags.allSatisfy(spec.ownFlags.contains))
    let lines = spec.shortHelp().lines
    #expect(lines.count <= CommandSpec.mostShortLines)
    let whole = spec.helpText().lines
    #expect(lines == whole || whole.count > CommandSpec.mostShortLines)
  }

  @Test(
    "no line but an example's is wider than the terminal", arguments: Ambit.table.commands.map(\.name),
    [40, 60, 80, 120])
  func fits(_ name: String, _ width: Int) throws {
    let spec = try #require(Ambit.table.command(named: name))
    let examples = Set(spec.examples.map { "  " + $0.line })
    let texts = [
      spec.helpText(width: width), spec.shortHelp(width: width),
      HelpTopic.overview.text(of: Ambit.table, width: width),
    ]
    for line in texts.map({ $0.render() }).joined().split(separator: "\n")
    where !examples.contains(String(line)) {
      #expect(line.count <= width, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }

  @Test("every flag, argument and example is there", arguments: Ambit.table.commands.map(\.name))
  func complete(_ name: String) throws {
    let spec = try #require(Ambit.table.command(named: name))
    let text = try help(name, width: 80)
    let words = spec.flags.map(\.name) + spec.positionals.map(\.placeholder) + spec.examples.map(\.line)
    for word in words + [spec.usage] { #expect(text.contains(word), "\(word)") }
  }

  @Test("styles mark headings and names, and change nothing else")
  func styled() throws {
    let help = HelpTopic.command("why").text(of: Ambit.table)
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
