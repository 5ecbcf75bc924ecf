import Support

extension FolderImports {
  /// What one file names; `path` is seen from the folder. Each may occur more than once.
  init(file bytes: [UInt8], _ language: SourceLanguage, at path: RelativePath) {
    switch language {
    case .swift:
      self.init(modules: ImportLexer.imports(in: bytes).map(\.module))
    case .cFamily:
      let found = CIncludeLexer.includes(in: bytes)
      self.init(
        modules: found.filter { $0.form == .module }.compactMap {
          $0.path.split(separator: ".").first.map(String.init)
        },
        includes: found.filter { $0.form != .module }.flatMap { Self.outside($0.path, from: path) })
    }
  }

  /// Where an include may lead that leaves the folder. Besides the file's own folder the compiler looks in
  /// header search paths, of which the folder itself and `include` are the usual ones.
  private static func outside(_ include: String, from file: RelativePath) -> [RelativePath] {
    guard include.utf8.starts(with: "../".utf8) || include.contains("/../") else { return [] }
    return [file.parent, .root, "include"].map { $0.appending(RelativePath(include)) }.filter(\.escapesRoot)
  }

  /// The union of what several files name, each once and in order.
  init(joining parts: [FolderImports]) {
    self.init(
      modules: Set(parts.lazy.flatMap(\.modules)).sorted(),
      includes: Set(parts.lazy.flatMap(\.includes)).sorted())
  }
}
