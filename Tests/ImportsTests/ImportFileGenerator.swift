import TestSupport

/// Random Swift files whose imports are known because they were planted.
struct ImportFileGenerator {
  struct File: Sendable {
    var source = ""
    /// `line:Module` of imports that the compiler sees, and of those that only a reader of all
    /// branches sees.
    var active: [String] = []
    var inactive: [String] = []
  }

  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func file() -> File {
    var file = File()
    let lineBreak = pick(["\n", "\n", "\n", "\r\n"])
    for _ in 0..<Int.random(in: 1...25, using: &random) {
      if Bool.random(using: &random) {
        plantImport(in: &file)
      } else {
        file.source += decoy()
      }
      file.source += "\n"
    }
    file.source = file.source.split(separator: "\n", omittingEmptySubsequences: false).joined(
      separator: lineBreak)
    return file
  }

  private mutating func plantImport(in file: inout File) {
    let module = "M\(Int.random(in: 0..<40, using: &random))"
    if Int.random(in: 0..<5, using: &random) == 0 {
      file.source += "#if NEVER_SET\n"
      append(module, to: &file, \.inactive)
      file.source += "\n#else\n\(decoy())\n#endif"
    } else {
      append(module, to: &file, \.active)
    }
  }

  private mutating func append(
    _ module: String, to file: inout File, _ list: WritableKeyPath<File, [String]>
  ) {
    let gap = pick([" ", "\t", "  ", "\n", " /* \" */ ", " // '\n", "\n\n", "/**/"])
    let before = pick([
      "", "", "", "@testable ", "@_spi(X)\n", "public ", "@preconcurrency\n// import No\npackage ",
      "/* import No */ ",
      "@_documentation(\n visibility: internal) ", "@_exported @_spi(\n Y) ", "private/**/",
    ])
    let (head, tail) = pick([
      ("", ""), ("", ""), ("", ".Sub"), ("struct ", ".T"), ("func\n ", ".f"), ("let ", ".c"),
    ])
    let end = pick(["", "", ";", " // import No", " /* \n import No */", "; let `import \(module)` = 1"])
    file.source += before
    let line = 1 + file.source.utf8.count { $0 == 10 }
    file[keyPath: list].append("\(line):\(module)")
    file.source += "import\(gap)\(head)\(pick([module, module, "`\(module)`"]))\(tail)\(end)"
  }

  /// A declaration, or a comment, that hides something that looks like an import or like a delimiter.
  private mutating func decoy() -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: "// \(soup(lines: false)) import No"
    case 1: "/* \(soup(lines: true, without: "/")) /* import No */\n import No */"
    case 2: "let s = \(string(depth: 0)) + \(string(depth: 0))"
    case 3: "func f(import x: Int) { g(\(string(depth: 1)), \(regex())) }"
    case 4: "let r = \(regex())"
    default: pick(Self.plainDecoys)
    }
  }

  private static let plainDecoys = [
    "let q = a/b/c + d / e", "var important = b.import", "let o = [1].reduce(1, /)",
    "let c: K = .import", "func `import No \"`() {}", "let p = a.`import`",
    "#sourceLocation(file: \"import No\", line: 1)\n#sourceLocation()", "struct S<T> { let i = x!/y }",
    "let v = r {\n  /a\"b/\n}", "let w = a\n  / b /\n  c", "let t = f(/a\"/) ? /\"/ : !/'/",
    "let z = #\"\"\"#",
  ]

  private mutating func string(depth: Int) -> String {
    let hashes = String(repeating: "#", count: Int.random(in: 0...2, using: &random))
    let spansLines = depth == 0 && Int.random(in: 0..<3, using: &random) == 0
    var body = ""
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where depth < 3: body += "\\\(hashes)(f(\(string(depth: depth + 1))))"
      case 1: body += "\\\(hashes)\""
      case 2: body += " import No // /* ' ) ( ` "
      default: body += hashes.isEmpty ? "x" : " \" \\( \\ "
      }
    }
    guard spansLines else { return "\(hashes)\"\(body) \"\(hashes)" }
    return "\(hashes)\"\"\"\n \(body)\nimport No\n \" \"\" \n\"\"\"\(hashes)"
  }

  private mutating func regex() -> String {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      "/a\(pick(["\"", "\\/", "'", "\"\"\"", "[\")(]", "(x)", "`", "import No", "\\/*", "#\"", "a "]))b/"
    case 1: "#/ \(pick(["\"", " / ", "\\/#", "/*", "\"\"\"", "`"])) import No/#"
    default: "##/\n \(soup(lines: true, without: "\\")) /#\nimport No\n/##"
    }
  }

  private mutating func soup(lines: Bool, without: Character? = nil) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      text += pick([
        "\"", "\"\"\"", "'", "`", "\\(", "\\", "#\"", "x", "(", ")", "*", "import No", lines ? "\n" : " ",
      ])
    }
    return text.filter { $0 != without }
  }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: 0..<choices.count, using: &random)]
  }
}
