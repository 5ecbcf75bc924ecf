/// The templates that Ambit brings along.
///
/// They are Swift and not files to embed: embedded files are told apart by their last name alone, and each of these
/// has a `Package.swift`.
package enum ReadyTemplates {
  package static let all = [core, contract, feature]

  package static func named(_ name: String) -> Template? { all.first { $0.name == name } }

  static func template(_ name: String, _ settings: TemplateSettings, _ files: [(String, String)]) -> Template
  {
    Template(
      name, settings,
      files: files.map { path, text in
        TemplateFile(path: path, contents: Array(text.utf8), place: "\(name)/\(path)")
      }, isReady: true)
  }

  /// `more` are the products and targets beside the library and its tests.
  static func manifest(products: String = "", targets: String = "") -> (String, String) {
    (
      "Package.swift.template",
      head + products + middle + targets + end
    )
  }

  private static let head = """
    // swift-tools-version: {{ToolsVersion}}
    import PackageDescription

    let package = Package(
      name: "{{Module}}",
    {{#Platforms}}
      platforms: [{{Platforms}}],
    {{/Platforms}}
      products: [
        .library(name: "{{Module}}", targets: ["{{Module}}"]),

    """

  private static let middle = """
      ],
    {{#depends}}
      dependencies: [
    {{#packages}}
        .package(path: "{{path}}"),
    {{/packages}}
      ],
    {{/depends}}
      targets: [
        .target(
          name: "{{Module}}"{{#depends}},
          dependencies: [
    {{/depends}}
    {{#products}}
            .product(name: "{{product}}", package: "{{package}}"),
    {{/products}}
    {{#depends}}
          ]{{/depends}}
        ),
        .testTarget(
          name: "{{Module}}Tests",
          dependencies: ["{{Module}}"]
        ),

    """

  private static let end = """
      ]{{#LanguageModes}},
      {{LanguageModes}}{{/LanguageModes}}
    )

    """

  static let imports = """
    {{#imports}}
    import {{import}}
    {{/imports}}
    {{#depends}}

    {{/depends}}

    """
}
