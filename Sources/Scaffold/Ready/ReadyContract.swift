extension ReadyTemplates {
  /// What a feature offers to others: protocols and values, and nothing that does something.
  static let contract: Template = {
    var settings = TemplateSettings(named: "contract")
    settings.description = "protocols and values by which other modules know a feature, with tests"
    settings.layers = ["contract", "contracts", "interface", "interfaces"]
    settings.folder = "Contracts"
    settings.suffix = "Contract"
    return template(
      "contract", settings,
      [
        manifest(),
        (
          "Sources/{{Module}}/{{Module}}.swift.template",
          imports + """
            /// What {{Name}} offers to other modules. They know this, and never who does it.
            public protocol {{Name}}Providing: Sendable {
              var title: String { get }
            }

            """
        ),
        (
          "Tests/{{Module}}Tests/{{Module}}Tests.swift.template",
          """
          import Testing
          import {{Module}}

          /// Whoever uses the contract can be tested without a feature behind it.
          private struct Stub: {{Name}}Providing {
            let title = "stub"
          }

          struct {{Module}}Tests {
            @Test func anythingMayStandBehindTheContract() {
              let provider: any {{Name}}Providing = Stub()
              #expect(provider.title == "stub")
            }
          }

          """
        ),
      ])
  }()
}
