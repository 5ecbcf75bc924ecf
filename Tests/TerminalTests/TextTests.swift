import Testing

@testable import Base

@Suite("Text on a terminal")
struct TextTests {
  @Test(
    "columns of a text",
    arguments: [
      ("", 0), ("abc", 3), ("ü", 1), ("u\u{308}", 1), ("日本", 4), ("한글", 4), ("ｱ", 1), ("Ａ", 2),
      ("👍", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("✅", 2), ("…", 1),
      ("é", 1), ("a\u{200B}b", 2), ("─│", 2), ("ไทย", 3), ("\u{301}", 0),
    ])
  func width(_ text: String, _ expected: Int) {
    #expect(DisplayWidth.of(text) == expected)
  }

  @Test("styles are escapes where colour is on, and nothing where it is not")
  func render() {
    let text = StyledText("Core", .module) + " is " + StyledText("bad", .bad) + StyledText("", .good)
    #expect(text.render(color: false) == "Core is bad")
    #expect(text.render(color: true) == "\u{1B}[36mCore\u{1B}[0m is \u{1B}[1;31mbad\u{1B}[0m")
    #expect(text.width == 11)
  }

  @Test("every style shows but plain, and code, which pages alone tell apart", arguments: Style.allCases)
  func styles(_ style: Style) {
    let text = StyledText("x", style).render(color: true)
    #expect((text == "x") == [.plain, .code].contains(style))
  }

  @Test("values in a text have their own styles, and are made safe")
  func interpolation() {
    let name = "a\u{1B}b"
    let text: StyledText = "made \(name, .path) of \(2) \(StyledText("x", .bad))\("", .good)"
    #expect(
      text == StyledText("made ") + StyledText(name, .path) + StyledText(" of 2 ") + StyledText("x", .bad))
    #expect(text.spans.count == 4)
    #expect(
      [StyledText].section("Title", "3", ["line"]).map(\.plain) == ["", "Title 3", "line"]
        && [StyledText].section("Title", []).isEmpty)
  }

  @Test(
    "names from outside come out escaped",
    arguments: [
      ("\u{1B}[31mred", #"\x1b[31mred"#), ("a\nb\tc\r", #"a\nb\tc\r"#), ("\u{9B}2J", #"\xc2\x9b2J"#),
      ("\u{7}", #"\x07"#), ("safe\u{202E}txt.exe", #"safe\xe2\x80\xaetxt.exe"#),
      ("\u{2066}x\u{2069}", #"\xe2\x81\xa6x\xe2\x81\xa9"#),
    ])
  func hostile(_ name: String, _ shown: String) {
    #expect(StyledText(name, .path).render(color: false) == shown)
    #expect("in \(name)" as StyledText == StyledText("in " + shown))
  }

  @Test(
    "what does not fit gets an ellipsis",
    arguments: [
      ("abcdef", 6, .tail, "abcdef"), ("abcdef", 5, .tail, "abcd…"), ("abcdef", 5, .middle, "ab…ef"),
      ("abcdef", 4, .middle, "ab…f"), ("abcdef", 1, .tail, "…"), ("abcdef", 0, .tail, ""),
      ("日本語", 5, .tail, "日本…"), ("日本語", 4, .tail, "日…"),
      ("//Packages/Core:CoreTests", 15, .middle, "//Packa…reTests"),
      ("abcdef", -1, .middle, ""),
    ] as [(String, Int, Truncation, String)])
  func truncation(_ text: String, _ width: Int, _ truncation: Truncation, _ expected: String) {
    let result = StyledText(text, .path).truncated(to: width, truncation)
    #expect(result.plain == expected)
    #expect(result.spans.allSatisfy { $0.style == .path })
  }

  @Test("truncation never exceeds its width, whatever the text", arguments: 0..<12)
  func truncationFits(_ width: Int) {
    for text in ["a日b本c語", "👩‍👩‍👧x👍🏽y", "e\u{301}e\u{301}e\u{301}", "日日日日"] {
      for truncation in [Truncation.tail, .middle] {
        let styled = StyledText(text, .module) + StyledText(text, .path)
        #expect(styled.truncated(to: width, truncation).width <= width)
      }
    }
  }
}

@Suite("A message in lines")
struct MessageTests {
  private func lines(_ text: String, _ width: Int?) -> [String] {
    (StyledText("hint: ", .dim) + StyledText(text)).message(width: width).map(\.plain)
  }

  @Test("lines end between words, and later ones stand further to the right")
  func words() {
    #expect(
      lines("check the permissions of the folder", 24) == [
        "hint: check the", "  permissions of the", "  folder",
      ])
    #expect(lines("fits in one line", 22) == ["hint: fits in one line"])
    #expect(lines("a log has no width, so that a line stays whole", nil).count == 1)
    #expect(
      StyledText("    an indented reason").message(width: 14).map(\.plain) == [
        "    an", "      indented", "      reason",
      ])
  }

  @Test(
    "what is to be copied stays whole",
    arguments: [
      "`swift package dump-package`", "\"a folder/with spaces/x.swift\"", "'Core tests'",
      #""inputs": {"ignore": ["/notes.txt", "/b c"]}"#, "git --no-pager",
      "Packages/Core/Sources/Core/Core.swift:1:2",
    ])
  func copied(_ part: String) {
    for width in 8..<80 {
      let lines = lines("it doesn't know \(part) and that is the modules' end", width)
      #expect(lines.contains { $0.contains(part) })
      #expect(lines.allSatisfy { $0.count <= width || $0.contains(part) || !$0.dropFirst(2).contains(" ") })
    }
  }

  @Test("a quote that never ends does not hold the line together, and columns keep their gaps")
  func oddQuotes() {
    #expect(lines("the 'first and ` the second", 16) == ["hint: the 'first", "  and ` the", "  second"])
    #expect(lines("ambit cache path   Print it", 27) == ["hint: ambit cache path", "  Print it"])
    #expect(lines("a path   Print it", 30) == ["hint: a path   Print it"])
  }

  @Test("styles stay where they are")
  func styles() {
    let lines = ("\("warning: ", .warning)the folder \("a/b", .path) is gone" as StyledText).message(
      width: 20)
    #expect(lines == ["\("warning: ", .warning)the folder", "  \("a/b", .path) is gone"] as [StyledText])
  }
}

@Suite("Wording")
struct WordingTests {
  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1000, "1 kB"), (4096, "4.1 kB"), (99_949, "99.9 kB"), (99_950, "100 kB"),
      (999_949, "999 kB"), (999_950, "1 MB"), (20_000_000_000, "20 GB"), (1_250_000_000_000, "1.3 TB"),
      (.max, "9223372 TB"),
    ])
  func bytes(_ count: Int, _ expected: String) {
    #expect(Wording.bytes(count) == expected)
  }

  @Test(
    "counts",
    arguments: [(0, "0 modules"), (1, "1 module"), (2, "2 modules")])
  func counts(_ count: Int, _ expected: String) {
    #expect(Wording.count(count, "module") == expected)
  }

  @Test("irregular plurals")
  func irregular() {
    #expect(Wording.count(1, "dependency", "dependencies") == "1 dependency")
    #expect(Wording.count(3, "dependency", "dependencies") == "3 dependencies")
  }

  @Test(
    "durations",
    arguments: [
      (.zero, "0 ms"), (.seconds(-3), "0 ms"), (.microseconds(400), "0 ms"), (.milliseconds(820), "820 ms"),
      (.microseconds(999_400), "999 ms"), (.microseconds(999_600), "1.0 s"), (.milliseconds(3_140), "3.1 s"),
      (.milliseconds(59_940), "59.9 s"), (.milliseconds(59_960), "1 min 0 s"), (.seconds(125), "2 min 5 s"),
      (.milliseconds(3_599_600), "1 h 0 min"), (.seconds(3_720), "1 h 2 min"),
    ] as [(Duration, String)])
  func durations(_ duration: Duration, _ expected: String) {
    #expect(Wording.duration(duration) == expected)
  }

  @Test("whole seconds where tenths say nothing")
  func wholeSeconds() {
    let texts = [-1.0, 0.9, 41.6, 59.99, 125.4].map { Wording.wholeSeconds(.seconds($0)) }
    #expect(texts == ["0 s", "0 s", "41 s", "59 s", "2 min 5 s"])
  }
}
