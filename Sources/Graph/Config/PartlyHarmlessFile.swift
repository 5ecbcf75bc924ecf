package import Base

/// Files that select nothing where nothing but certain lines of them changed.
package enum PartlyHarmlessFile {
  case attributes, toolTable, toolWords

  package init?(_ path: RelativePath) {
    let name = path.lastComponent
    func isAt(_ place: String) -> Bool {
      place.contains("/")
        ? "/\(path)".hasSuffix("/\(place)") : name.elementsEqual(place.utf8)
    }
    if isAt(AttributesFile.fileName) {
      self = .attributes
    } else if isAt(ToolVersionsFile.wordsName) {
      self = .toolWords
    } else if ToolVersionsFile.tableNames.contains(where: isAt) {
      self = .toolTable
    } else {
      return nil
    }
  }

  /// Returns the lines that count, in order. Texts with the same lines are the same to builds and tests.
  package func decisive(in bytes: [UInt8]) -> [String] {
    switch self {
    case .attributes: AttributesFile.decisive(in: bytes)
    case .toolTable: ToolVersionsFile.decisiveTable(in: bytes)
    case .toolWords: ToolVersionsFile.decisiveWords(in: bytes)
    }
  }
}
