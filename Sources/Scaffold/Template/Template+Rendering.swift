import Support

extension Template {
  /// Its files with values in the place of names, seen from the package's folder. A file of which nothing is left is left out.
  func rendered(_ values: TemplateValues) throws(TemplateError) -> [ScaffoldFile] {
    var files: [ScaffoldFile] = []
    var taken: [String: String] = [:]
    for file in self.files {
      guard let path = try file.path(values) else { continue }
      let contents = try file.contents(values)
      let isEmpty = contents.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
      if isEmpty, !file.contents.isEmpty { continue }
      // Some file systems take names for the same that differ in case.
      let key = NameMatching(ignoresCase: true, ignoresComposition: true).key(of: path.bytes)
      if let other = taken.updateValue(file.path, forKey: key) {
        throw TemplateError("it would be written to \"\(path)\", and so would \"\(other)\"", in: file.place)
      }
      files.append(ScaffoldFile(path: path, contents: contents, isExecutable: file.isExecutable))
    }
    guard files.contains(where: { $0.path == "Package.swift" }) else {
      throw TemplateError("the template \"\(name)\" writes no Package.swift", in: place)
    }
    return files.sorted { $0.path < $1.path }
  }

  private var place: String { isReady ? name : "\(Self.folder)/\(name)" }
}

extension TemplateFile {
  fileprivate func path(_ values: TemplateValues) throws(TemplateError) -> RelativePath? {
    var text = String(
      decoding: try TemplateText(Array(path.utf8), place: place).rendered(values), as: UTF8.self)
    if text.hasSuffix(Template.suffix) { text.removeLast(Template.suffix.count) }
    if text.isEmpty { return nil }
    let components = text.split(separator: "/", omittingEmptySubsequences: false)
    guard components.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && $0 != ".git" }),
      Text.escapingControls(text) == text
    else {
      throw TemplateError("\"\(Text.escapingControls(text))\" is no path inside the package", in: place)
    }
    return RelativePath(text)
  }

  /// What is no text has no placeholders.
  fileprivate func contents(_ values: TemplateValues) throws(TemplateError) -> [UInt8] {
    guard String(validating: contents, as: UTF8.self) != nil, !contents.contains(0) else { return contents }
    return try TemplateText(contents, place: place).rendered(values)
  }
}
