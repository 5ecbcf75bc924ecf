extension ReadyTemplates {
  /// What others build upon.
  static let core: Template = {
    var settings = TemplateSettings(named: "core")
    settings.description = "a module that others build upon, with tests"
    settings.layers = ["core", "cores", "foundation"]
    settings.folder = "Packages"
    return template(
      "core", settings,
      [
        manifest(),
        (
          "Sources/{{Module}}/{{Module}}.swift.template",
          imports + """
            /// The beginning of {{Module}}. Put in its place what the module is for.
            public struct {{Name}}Value: Hashable, Sendable {
              public let name: String

              public init(name: String) {
                self.name = name
              }
            }

            """
        ),
        (
          "Tests/{{Module}}Tests/{{Module}}Tests.swift.template",
          """
          import Testing
          import {{Module}}

          struct {{Module}}Tests {
            @Test func equalNamesAreEqualValues() {
              #expect({{Name}}Value(name: "a") == {{Name}}Value(name: "a"))
              #expect({{Name}}Value(name: "a") != {{Name}}Value(name: "b"))
            }
          }

          """
        ),
      ])
  }()
}
