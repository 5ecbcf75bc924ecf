import Support

extension WorkingTree {
  /// Whether Git may keep files otherwise than they lie on disk, by what any attributes or the configuration say.
  ///
  /// It is not asked file by file: that takes longer than hashing the files.
  package func hasFilters() throws(GitError) -> Bool {
    let location = repository.location
    if location.settings.convertsLineEnds { return true }
    let files = try files { name, kind in kind.isPlain && name.elementsEqual(".gitattributes".utf8) }
    for file in files {
      if GitAttributes.mayFilter(try contents(of: file.path) ?? []) { return true }
    }
    let elsewhere = [
      location.settings.attributesFile, location.commonFolder + "info/attributes", "/etc/gitattributes",
    ]
    return elsewhere.contains { path in
      GitAttributes.mayFilter(path.flatMap { Disk.contents(of: Array($0.utf8), followingLinks: true) } ?? [])
    }
  }
}

/// Reads attributes just closely enough to tell whether any of them filters.
enum GitAttributes {
  private static let filtering: Set<Substring> = [
    "text", "eol", "crlf", "ident", "filter", "working-tree-encoding",
  ]

  static func mayFilter(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" || $0 == "\r" }
      guard words.first?.hasPrefix("#") == false else { return false }
      // The first word is the pattern; an attribute that is taken away filters nothing.
      return words.dropFirst().contains { filtering.contains($0.prefix { $0 != "=" }) }
    }
  }
}
