import Testing

/// One manifest of the corpus and what is expected of it beside agreement with SwiftPM.
struct ManifestCase: Sendable, CustomTestStringConvertible {
  enum Way: Sendable, Hashable {
    /// The batch is enough.
    case batch
    /// SwiftPM has to be asked, and accepts it.
    case swiftPM
    /// SwiftPM refuses it.
    case refused
  }

  let id: String
  let way: Way
  let text: String

  var testDescription: String { id }

  /// A whole file.
  init(_ id: String, _ way: Way = .batch, text: String) {
    self.id = id
    self.way = way
    self.text = text
  }

  /// A file of that tools version that imports PackageDescription.
  init(_ id: String, _ version: String, _ way: Way, imports: [String] = [], _ body: String) {
    let imports = (["PackageDescription"] + imports).map { "import \($0)" }.joined(separator: "\n")
    self.init(
      id, way, text: "// swift-tools-version:\(version < "5.4" ? "" : " ")\(version)\n\(imports)\n\(body)\n")
  }

  init(_ id: String, _ version: String, imports: [String] = [], _ body: String) {
    self.init(id, version, .batch, imports: imports, body)
  }
}
