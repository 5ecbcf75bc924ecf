import Base

/// Reads the file by GitLab's rules, with sections and exclusions.
struct GitLabCodeOwnersParser {
  private(set) var sections = [CodeOwnersSection(name: "", entries: [])]
  private(set) var problems: [CodeOwnersProblem] = []
  private var current = 0
  private var header = GitLabSectionHeader()
  /// The index of each pattern in its section. It finds repeated patterns quickly in a long file.
  private var positions: [Place: Int] = [:]

  private struct Place: Hashable {
    let section: Int
    let pattern: CodeOwnersPattern
  }

  mutating func parse(_ bytes: [UInt8]) {
    // GitLab takes a file for binary when a NUL is near its start, and shows no owners then.
    guard !bytes.contains(0) else {
      problems.append(
        CodeOwnersProblem(.binary, line: 1, "the file contains NUL; GitLab ignores binary files"))
      return
    }
    for (number, line) in CodeOwnersLines.meaningful(bytes) {
      if let header = GitLabSectionHeader(line) {
        enter(header, number)
      } else if GitLabSectionHeader.isUnfinished(line) {
        let message =
          "\(CodeOwnersLines.quote(line)) starts a section that is never closed; the line is skipped"
        problems.append(CodeOwnersProblem(.invalidSection, line: number, message))
      } else {
        parseEntry(line, number)
      }
    }
  }

  private mutating func enter(_ header: GitLabSectionHeader, _ number: Int) {
    self.header = header
    if header.name.isEmpty {
      problems.append(CodeOwnersProblem(.invalidSection, line: number, "a section needs a name"))
    }
    report(header.malformedOwners, number)
    if let known = sections.firstIndex(where: { $0.name.lowercased() == header.name.lowercased() }) {
      current = known
    } else {
      current = sections.count
      sections.append(CodeOwnersSection(name: header.name, entries: []))
    }
  }

  private mutating func parseEntry(_ line: ArraySlice<UInt8>, _ number: Int) {
    var (pattern, rest) = CodeOwnersLines.splitPattern(line)
    let isExclusion = pattern.first == UInt8(ascii: "!")
    if isExclusion { pattern.removeFirst() }
    guard !pattern.isEmpty else {
      problems.append(
        CodeOwnersProblem(.invalidPattern, line: number, "\"!\" needs a pattern"))
      return
    }
    var owners: [Owner] = []
    if !isExclusion {
      let (named, malformed) = GitLabSectionHeader.owners(in: rest)
      report(malformed, number)
      owners = rest.isEmpty ? header.defaultOwners : named
      if owners.isEmpty {
        let message = "\(CodeOwnersLines.quote(pattern)) has no owner"
        problems.append(CodeOwnersProblem(.missingOwner, line: number, message))
      }
    }
    add(
      CodeOwnersEntry(
        line: number, text: Text.escapingInvalidUTF8(pattern), pattern: CodeOwnersPattern(gitlab: pattern),
        owners: owners, isExclusion: isExclusion, isOptional: header.isOptional,
        approvals: header.approvals))
  }

  /// Adds an entry. A repeated pattern takes the earlier one's place in the order.
  private mutating func add(_ entry: CodeOwnersEntry) {
    let place = Place(section: current, pattern: entry.pattern)
    if let same = positions[place] {
      sections[current].entries[same] = entry
    } else {
      positions[place] = sections[current].entries.count
      sections[current].entries.append(entry)
    }
  }

  private mutating func report(_ malformed: [ArraySlice<UInt8>], _ number: Int) {
    guard let first = malformed.first else { return }
    let message =
      "\(CodeOwnersLines.quote(first)) is not a user, group, role or e-mail address; it is ignored"
    problems.append(CodeOwnersProblem(.invalidOwner, line: number, message))
  }
}

/// A heading such as `^[Name][2] @default-owner`.
struct GitLabSectionHeader {
  private(set) var name = ""
  private(set) var isOptional = false
  private(set) var approvals = 1
  private(set) var defaultOwners: [Owner] = []
  private(set) var malformedOwners: [ArraySlice<UInt8>] = []

  private static let open = UInt8(ascii: "[")
  private static let close = UInt8(ascii: "]")

  /// Makes the heading for the lines before the first section.
  init() {}

  /// Returns nil when `line` is no heading of a section.
  init?(_ line: ArraySlice<UInt8>) {
    isOptional = line.first == UInt8(ascii: "^")
    var rest = isOptional ? line.dropFirst() : line
    guard let name = Self.takeBrackets(&rest) else { return nil }
    self.name = Text.escapingInvalidUTF8(name)
    if let count = Self.takeBrackets(&rest) {
      approvals = max(1, Int(String(decoding: count, as: UTF8.self)) ?? 1)
    }
    // GitLab reads default owners up to the first other sign: `[Docs] @ann, @bob` has one.
    let end = rest.firstIndex { !($0.isASCIISpace || $0.isASCIIWord || "@.-/+".utf8.contains($0)) }
    (defaultOwners, malformedOwners) = Self.owners(in: rest[..<(end ?? rest.endIndex)])
    if let end { malformedOwners.append(rest[end...]) }
  }

  static func isUnfinished(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.first == UInt8(ascii: "^") ? line.dropFirst() : line
    return rest.first == open && !rest.contains(close)
  }

  private static func takeBrackets(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.first == open, let end = rest.firstIndex(of: close) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[(rest.startIndex + 1)..<end]
  }

  /// Returns each owner once. GitLab knows no comments inside a line, so owners in them count.
  static func owners(
    in text: ArraySlice<UInt8>
  ) -> (owners: [Owner], malformed: [ArraySlice<UInt8>]) {
    var owners: [Owner] = []
    var malformed: [ArraySlice<UInt8>] = []
    for word in text.split(whereSeparator: \.isASCIISpace) {
      let found = Owner.references(in: word)
      if found.isEmpty { malformed.append(word) }
      for owner in found where !owners.contains(owner) { owners.append(owner) }
    }
    return (owners, malformed)
  }
}

extension Owner {
  /// Returns the owners that GitLab finds in a word. Other signs around names and mail addresses do not count, as in
  /// `@ann,` and `(@ann,@bob)`. A role is a whole word.
  fileprivate static func references(in word: ArraySlice<UInt8>) -> [Owner] {
    let at = UInt8(ascii: "@")
    // An `@` behind a letter is part of a mail address.
    let starts = word.indices.filter { index in
      word[index] == at && !(word[..<index].last.map { $0.isASCIIWord || $0 == at } ?? false)
    }
    let pieces = zip([word.startIndex] + starts, starts + [word.endIndex]).map { word[$0..<$1] }
    return pieces.compactMap { piece in
      if piece.starts(with: "@@".utf8) { return piece == word ? Owner(piece, dialect: .gitlab) : nil }
      let isName = piece.first == at
      let text = isName ? piece.prefix { $0 == at || $0.isASCIIWord || "-./".utf8.contains($0) } : piece
      let end = text.lastIndex { $0.isASCIIWord || isName && $0 == UInt8(ascii: "-") }
      return end.flatMap { Owner(text[...$0], dialect: .gitlab) }
    }
  }
}
