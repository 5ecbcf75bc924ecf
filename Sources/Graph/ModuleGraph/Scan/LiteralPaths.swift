import Base
import SwiftSources

/// Finds paths of files in string literals of tests and their helpers, of plugins and their programs, and of macros.
/// They may open files of other modules and packages.
///
/// `"../A/Fixtures/x.json"` gives `a/fixtures/x.json`. So does `appendingPathComponent("A/Fixtures")` with
/// `appendingPathComponent("x.json")` behind it. Most single names say too little. Four kinds count, and begin with
/// slashes: `/package.swift`; names in a source that looks for documents, as `/docs` beside `hasSuffix(".md")`;
/// `//x.json` for `"../../x.json"`; `//sources` in a source that lists folders beside itself.
struct LiteralPaths {
  /// Stands among the names to look for in a module whose paths count. No file has this name.
  static let mark = "/"

  /// Returns true for a module whose paths count. The literals of other libraries and programs mostly name files of
  /// their users.
  static func count(in module: ModuleNode) -> Bool {
    switch module.kind {
    case .test, .plugin, .macro: true
    case .library: ["Test", "Fixture"].contains { module.id.name.contains($0) }
    default: false
    }
  }

  private let base: UnsafeBufferPointer<UInt8>
  private let listsDocuments: Bool
  private var found: Set<String> = []
  /// The components of a path so far, in lower case.
  private var run: [[UInt8]] = []
  /// True when `..` stands in front of the path.
  private var climbs = false
  /// The end of the last literal.
  private var end = 0
  /// True in the arguments of `appending(components:)`.
  private var isListing = false
  private static let mostLength = 128

  /// Returns the paths in the literals of a source, in lower case.
  static func paths(in base: UnsafeBufferPointer<UInt8>, _ literals: [SourceLiteral]) -> Set<String> {
    let listsDocuments = literals.contains { literal in
      let text = literal.range.lazy.map { base[$0] }.filter {
        !SourceLiteral.marks.contains($0) && $0 != UInt8(ascii: "*")
      }
      return DocumentName.isEnding(Array(text))
    }
    var finder = LiteralPaths(base: base, listsDocuments: listsDocuments)
    for literal in literals { finder.look(at: literal) }
    finder.close()
    return finder.found
  }

  private init(base: UnsafeBufferPointer<UInt8>, listsDocuments: Bool) {
    (self.base, self.listsDocuments) = (base, listsDocuments)
  }

  private mutating func look(at literal: SourceLiteral) {
    if !continues(literal) { close() }
    let range = literal.text(in: base)
    let words = range.split(omittingEmptySubsequences: false) { Self.breaks.contains(base[$0]) }
    for (place, word) in words.enumerated() {
      if place > 0 { close() }
      look(
        at: word, literal.followsHole && place == 0, literal.precedesHole && place == words.count - 1)
    }
    end = literal.range.upperBound
  }

  private mutating func look(at word: Range<Int>, _ isBehindHole: Bool, _ isBeforeHole: Bool) {
    // An address of the web is no path.
    if word.prefix(2).map({ base[$0] }).elementsEqual("//".utf8) { return close() }
    let parts = word.split(omittingEmptySubsequences: false) { base[$0] == UInt8(ascii: "/") }
    for (place, part) in parts.enumerated() {
      let name = NamePattern.lowercased(part.map { base[$0] })
      if name.isEmpty || name.elementsEqual(".".utf8) { continue }
      let isOpen = isBehindHole && place == 0 || isBeforeHole && place == parts.count - 1
      if isOpen || name.elementsEqual("..".utf8) || !name.allSatisfy(Self.isOfName) {
        close()
        climbs = !isOpen && name.elementsEqual("..".utf8)
      } else {
        run.append(name)
      }
    }
    if isBeforeHole { close() }
  }

  /// Ends the path, and keeps it if it says enough.
  private mutating func close() {
    defer { (run, climbs) = ([], false) }
    guard let name = run.first, run.reduce(run.count, { $0 + $1.count }) <= Self.mostLength else { return }
    if run.count > 1 {
      found.insert(run.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/"))
      return
    }
    let text = String(decoding: name, as: UTF8.self)
    if listsDocuments && !DocumentName.isEnding(name) || Self.isOfPackage(name) { found.insert("/" + text) }
    let isFile = name.dropFirst().contains(UInt8(ascii: "."))
    if climbs && isFile || Self.folders.contains(text) && listsFolders { found.insert("//" + text) }
  }

  /// True when the source knows its own place and lists folders. Example: a test that holds all sources of its package
  /// against a rule.
  private var listsFolders: Bool {
    let source = String(decoding: base, as: UTF8.self)
    return source.contains("#file") && Self.listing.contains { source.contains($0) }
  }

  private static let listing = ["enumerator(", "contentsOfDirectory", "subpaths"]
  private static let folders: Set<String> = [
    "sources", "source", "src", "tests", "packages", "modules", "plugins",
  ]

  /// Returns true for the lowercased name of a manifest or lockfile.
  static func isOfPackage(_ name: [UInt8]) -> Bool {
    name.elementsEqual(PackageFile.manifest.lowercased().utf8)
      || name.elementsEqual(PackageFile.lockfile.lowercased().utf8)
      || name.starts(with: "package@swift-".utf8) && name.hasSuffix(Array(".swift".utf8))
  }

  /// Returns true for a byte of a lowercased name.
  private static func isOfName(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "_-.+@~$".utf8.contains(byte)
  }

  private static let breaks = Set(" \t\n\r\"'=:(),;<>|`[]{}?!&^#\\".utf8)
}

// MARK: Paths in several literals

extension LiteralPaths {
  /// Returns true when a literal goes on with the path of the last one: only what appends it stands between them.
  private mutating func continues(_ literal: SourceLiteral) -> Bool {
    let wasListing = isListing
    isListing = literal.textBefore(in: base, atMost: 11).hasSuffix(Array("components:".utf8))
    guard !run.isEmpty, !literal.followsHole, (end...end + Self.mostGap).contains(literal.range.lowerBound)
    else { return false }
    let gap = (end..<literal.range.lowerBound).map { base[$0] }.filter { !SourceLiteral.isAround($0) }
    let text = String(decoding: gap, as: UTF8.self)
    if wasListing, text == "," {
      isListing = true
      return true
    }
    // Operators of strings and of libraries for paths: `root + "/A" + "/x.json"`, `root / "A" / "x.json"`.
    if text == "+" || text == "/" { return true }
    guard let close = text.firstIndex(of: ")"), Self.calls.contains(String(text[close...])) else {
      return false
    }
    let arguments = text[..<close]
    return arguments.isEmpty || [",isDirectory:", ",directoryHint:"].contains(where: arguments.hasPrefix)
  }

  private static let mostGap = 120
  private static let calls: Set<String> = [
    ").appendingPathComponent(", ").appending(path:", ").appending(component:", ").appending(components:",
  ]
}

extension SourceLiteral {
  /// Quotes, and what stands beside them in raw and escaped literals.
  fileprivate static let marks = Set("\"'#\\".utf8)

  /// Returns the range of the text, without the marks around it. Marks that stand behind an interpolation are text.
  func text(in base: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var text = range
    while !followsHole, let first = text.first, Self.marks.contains(base[first]) { text = text.dropFirst() }
    while let last = text.last, Self.marks.contains(base[last]) { text = text.dropLast() }
    return text
  }

  /// Returns the last bytes of code before the literal, without blanks and without the literal's quotes.
  func textBefore(in base: UnsafeBufferPointer<UInt8>, atMost count: Int) -> [UInt8] {
    var text: [UInt8] = []
    var index = range.lowerBound
    while index > 0, text.count < count {
      index -= 1
      if !Self.isAround(base[index]) { text.append(base[index]) }
    }
    return text.reversed()
  }

  /// Returns true for blanks, and for what may stand between a literal's text and the code around it.
  fileprivate static func isAround(_ byte: UInt8) -> Bool { byte <= 0x20 || "\"'#@".utf8.contains(byte) }
}

/// Names of documents, which are most of the harmless files.
enum DocumentName {
  private static let endings = Set(["md", "markdown", "rst", "adoc"].map { Array($0.utf8) })

  /// Returns true for `.md`, `md` and the like.
  static func isEnding(_ text: [UInt8]) -> Bool {
    endings.contains(NamePattern.lowercased(text.drop { $0 == UInt8(ascii: ".") }))
  }

  static func isDocument(_ name: ArraySlice<UInt8>) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return endings.contains(NamePattern.lowercased(name[(dot + 1)...]))
  }
}
