extension ReadyTemplates {
  /// Something that users of the app see, behind a contract, with a program that shows it alone.
  static let feature: Template = {
    var settings = TemplateSettings(named: "feature")
    settings.description = "a feature behind a contract of its own, with tests and a demo"
    settings.folder = "Features"
    settings.suffix = "Feature"
    settings.contract = "contract"
    let demoProduct = """
      {{#demo}}
          .executable(name: "{{Demo}}", targets: ["{{Demo}}"]),
      {{/demo}}

      """
    let demoTarget = """
      {{#demo}}
          // Shows the feature by itself: swift run {{Demo}}
          .executableTarget(
            name: "{{Demo}}",
            dependencies: ["{{Module}}"]
          ),
      {{/demo}}

      """
    return template(
      "feature", settings,
      [
        manifest(products: demoProduct, targets: demoTarget),
        (
          "Sources/{{Module}}/Live{{Name}}.swift.template",
          imports + """
            /// {{Name}} as the app has it.
            public struct Live{{Name}}: {{#contract}}{{Name}}Providing{{/contract}}{{^contract}}Sendable{{/contract}} {
              public let title = "{{Name}}"

              public init() {}
            }

            """
        ),
        (
          "Sources/{{Demo}}/main.swift.template",
          """
          {{#demo}}
          import {{Module}}

          print(Live{{Name}}().title)
          {{/demo}}

          """
        ),
        (
          "Tests/{{Module}}Tests/{{Module}}Tests.swift.template",
          """
          import Testing
          import {{Module}}

          struct {{Module}}Tests {
            @Test func bearsItsName() {
              #expect(Live{{Name}}().title == "{{Name}}")
            }
          }

          """
        ),
      ])
  }()
}
