import Base
import Session

/// The files that `ambit new` copies. `{{Name}}` in paths and texts is replaced by the package's name.
struct PackageTemplate: Sendable, Hashable {
  struct File: Sendable, Hashable {
    /// Relative to the package's folder.
    let path: String
    let contents: [UInt8]
    let isExecutable: Bool
  }

  let files: [File]

  /// The folder for a workspace's own templates.
  static let folder = ".ambit/templates"
  static let builtIn = "package"
  /// The suffix keeps SwiftPM and formatters away from a template's files.
  private static let suffix = ".template"
  private static let mostFiles = 1000

  /// Returns the workspace's own templates, then the built-in one.
  static func names(in root: String) -> [String] {
    let own = LocalFiles.entries(in: "\(root)/\(folder)").filter {
      $0.isFolder && !$0.isLink && !$0.name.hasPrefix(".")
    }.map(\.name).sorted()
    return own.contains(builtIn) ? own : own + [builtIn]
  }

  init(named template: String, in root: String, for name: String) throws(Failure) {
    let names = Self.names(in: root)
    guard names.contains(template) else {
      let nearest = NearestName.suggestion(for: String(template.prefix(100)), among: names)
      throw Failure(
        code: "unknown-template",
        message: "there is no template \"\(template)\"; the templates are \(names.joined(separator: ", "))",
        hints: (nearest.map { ["did you mean \"\($0)\"?"] } ?? [])
          + ["each folder in \(Self.folder) is a template"])
    }
    let place = "\(Self.folder)/\(template)"
    var files: [File] = []
    if LocalFiles.isFolder("\(root)/\(place)") { try Self.collect("\(root)/\(place)", place, "", &files) }
    let found = files.isEmpty && template == Self.builtIn ? Self.builtInFiles : files
    self.files = try found.map { file throws(Failure) in
      try Self.refuseFormer(file, in: place)
      let path = file.path.replacing("{{Name}}", with: name)
      return File(
        path: path.hasSuffix(Self.suffix) ? String(path.dropLast(Self.suffix.count)) : path,
        contents: Array(file.contents.replacing("{{Name}}".utf8, with: name.utf8)),
        isExecutable: file.isExecutable)
    }
    guard self.files.contains(where: { $0.path == "Package.swift" }) else {
      throw Failure(
        code: "invalid-template", message: "the template \(place) has no Package.swift.template",
        hints: ["add the manifest of a package under that name, with {{Name}} for its name"])
    }
  }

  private static func collect(
    _ folder: String, _ place: String, _ inside: String, _ files: inout [File]
  ) throws(Failure) {
    for entry in LocalFiles.entries(in: folder).sorted(by: { $0.name < $1.name }) {
      let (path, file) = (inside + entry.name, "\(folder)/\(entry.name)")
      if entry.isFolder, !entry.isLink {
        try collect(file, place, path + "/", &files)
      } else if path != removedSettings, entry.name != ".DS_Store" {
        guard !entry.isLink, files.count < mostFiles, let contents = LocalFiles.read(file) else {
          throw Failure(
            code: "invalid-template",
            message: "\(place)/\(path) is a link, cannot be read, or is one of more than \(mostFiles) files",
            hints: ["use only plain files in a template"])
        }
        files.append(File(path: path, contents: contents, isExecutable: LocalFiles.isProgram(file)))
      }
    }
  }
}

// MARK: Earlier templates

extension PackageTemplate {
  /// This file is not read any more.
  static let removedSettings = "template.json"

  private static let previousNames = [
    "Module", "Demo", "Contract", "Folder", "Owner", "ToolsVersion", "Platforms", "LanguageModes", "import",
    "path", "product", "package", "braces",
  ]

  /// Refuses a template for an earlier version, which would give a broken package.
  private static func refuseFormer(_ file: File, in place: String) throws(Failure) {
    for text in [file.path, String(decoding: file.contents, as: UTF8.self)] {
      for match in text.matches(of: /\{\{([#^\/]?)([A-Za-z]+)\}\}/)
      where !match.1.isEmpty || previousNames.contains(String(match.2)) {
        throw Failure(
          code: "invalid-template",
          message: "\(place)/\(file.path) has \"\(match.0)\", which is no longer supported",
          hints: ["write {{Name}} for the package's name; Ambit replaces nothing else"])
      }
    }
  }
}

// MARK: The built-in one

extension PackageTemplate {
  private static let builtInFiles = [
    file(
      "Package.swift",
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "{{Name}}",
        products: [
          .library(name: "{{Name}}", targets: ["{{Name}}"])
        ],
        targets: [
          .target(name: "{{Name}}"),
          .testTarget(name: "{{Name}}Tests", dependencies: ["{{Name}}"]),
        ]
      )

      """),
    file(
      "Sources/{{Name}}/{{Name}}.swift",
      """
      /// The beginning of {{Name}}. Put in its place what the module is for.
      public struct {{Name}}Value: Hashable, Sendable {
        public let name: String

        public init(name: String) {
          self.name = name
        }
      }

      """),
    file(
      "Tests/{{Name}}Tests/{{Name}}Tests.swift",
      """
      import Testing
      import {{Name}}

      struct {{Name}}Tests {
        @Test func equalNamesAreEqualValues() {
          #expect({{Name}}Value(name: "a") == {{Name}}Value(name: "a"))
        }
      }

      """),
  ]

  private static func file(_ path: String, _ text: String) -> File {
    File(path: path, contents: Array(text.utf8), isExecutable: false)
  }
}

/// Checks names of modules, so that every tool and every source can use them.
enum SwiftName {
  /// Returns the reason that a name is not allowed, or nil.
  static func problem(in name: String) -> String? {
    guard let first = name.utf8.first, name.utf8.allSatisfy(\.isASCIIWord) else {
      return "use only the letters A to Z, digits and underscores"
    }
    if first.isASCIIDigit { return "it must not begin with a digit" }
    guard name.utf8.count <= 80 else { return "it is longer than 80 characters" }
    if name.utf8.allSatisfy({ $0 == UInt8(ascii: "_") }) { return "it needs a letter" }
    if keywords.contains(name) { return "it is a Swift keyword" }
    if systemModules.contains(name.lowercased()) {
      return "a module of the system or the toolchain has this name"
    }
    if standardTypes.contains(name) { return "a type of Swift's standard library has this name" }
    return nil
  }

  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init",
    "inout",
    "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows",
    "static",
    "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
    "else",
    "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any",
    "as",
    "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type", "Protocol",
    "actor",
    "async", "package", "some", "any", "macro", "each", "consuming", "borrowing", "sending", "nonisolated",
  ]

  /// In lower case, since some file systems ignore case.
  private static let systemModules: Set<String> = [
    "swift", "foundation", "foundationessentials", "foundationnetworking", "foundationxml", "testing",
    "xctest",
    "dispatch", "glibc", "musl", "darwin", "bionic", "winsdk", "observation", "synchronization",
    "regexbuilder",
    "distributed", "cxx", "cxxstdlib", "packagedescription", "packageplugin", "combine", "swiftui", "uikit",
    "appkit",
    "swiftdata", "swiftsyntax", "compilerplugin", "os", "differentiation", "builtin", "main", "wasilibc",
    "android",
  ]

  /// The types that templates and code near them use.
  private static let standardTypes: Set<String> = [
    "Array", "Bool", "Character", "Dictionary", "Double", "Error", "Float", "Int", "Never", "Optional",
    "Result",
    "Sendable", "Sequence", "Set", "String", "Task", "UInt", "Void",
  ]
}
