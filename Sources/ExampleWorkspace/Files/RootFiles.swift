/// The files that belong to no package.
enum RootFiles {
  static let all = [
    ExampleFile(path: ".github/CODEOWNERS", contents: codeOwners),
    ExampleFile(path: ".gitignore", contents: ".build/\n.swiftpm/\n"),
    ExampleFile(path: "README.md", contents: readme),
    ExampleFile(path: "Shared/prices.json", contents: "{\"currency\": \"EUR\", \"tax\": 19}\n"),
    ExampleFile(path: "Tools/release-notes", contents: releaseNotes, executable: true),
    ExampleFile(path: architecturePath, contents: architecture),
    ExampleFile(path: "docs/onboarding.md", contents: "# Onboarding\n\nStart with `ambit graph`.\n"),
    ExampleFile(path: "workspace.json", contents: workspace),
  ]

  static let architecturePath = "docs/architecture.md"
  static let architectureEnding = "A feature reaches another one through its contract, never directly.\n"

  private static let architecture = """
    # Architecture

    Apps are made of features, features of contracts and core packages. `Vendor` holds copies of
    packages that others maintain.

    \(architectureEnding)
    """

  private static let readme = """
    # Shop

    An example workspace: many Swift packages in one repository. Every package builds by itself with
    `swift build` and is tested with `swift test` in its folder.

    """

  /// Nobody owns `Vendor`, `Shared` and `Tools`, so that `ambit owners` has something to report.
  private static let codeOwners = """
    # Later lines win.
    /Packages/ @shop/core
    /Contracts/ @shop/contracts
    /Features/ @shop/features
    /Apps/ @shop/apps
    /Features/CheckoutFeature/ @shop/apps @shop/features
    /docs/ @shop/core

    """

  private static let releaseNotes = """
    #!/bin/sh
    # Lists what changed since a tag.
    exec git log --oneline "$1..HEAD"

    """

  private static let workspace = """
    {
      "version": 1,
      "name": "shop",
      "defaultBase": "main",
      "packages": ["Vendor/*", "Packages/*", "Contracts/*", "Features/*", "Apps/*"],
      "teams": {
        "core": {"name": "Core", "contact": "#core", "handles": ["@shop/core"]},
        "contracts": {"name": "Contracts", "contact": "#contracts", "handles": ["@shop/contracts"]},
        "features": {"name": "Features", "contact": "#features", "handles": ["@shop/features"]},
        "apps": {"name": "Apps", "contact": "#apps", "handles": ["@shop/apps"]}
      },
      "owners": {
        "codeowners": ".github/CODEOWNERS",
        "rules": [{"match": "//Packages/CoreGeneration", "teams": ["core", "features"]}]
      },
      "tags": [
        {"match": "//Vendor/*:*", "tags": ["layer:vendor"]},
        {"match": "//Packages/*:*", "tags": ["layer:core"]},
        {"match": "//Contracts/*:*", "tags": ["layer:contract"]},
        {"match": "//Features/*:*", "tags": ["layer:feature"]},
        {"match": "//Apps/*:*", "tags": ["layer:app"]}
      ],
      "modules": {
        // Its tests read the price list that all teams share.
        "//Apps/Shop:ShopTests": {"inputs": ["Shared/prices.json"], "test": {"timeout": 120}}
      },
      "rules": {
        "layers": [
          {"name": "vendor", "tag": "layer:vendor", "mayDependOn": ["vendor"]},
          {"name": "core", "tag": "layer:core", "mayDependOn": ["core", "vendor"]},
          {"name": "contract", "tag": "layer:contract", "mayDependOn": ["contract", "core"]},
          {"name": "feature", "tag": "layer:feature", "mayDependOn": ["contract", "core"]},
          {"name": "app", "tag": "layer:app", "mayDependOn": ["feature", "contract", "core"]}
        ],
        "isolated": ["layer:feature"]
      }
    }

    """
}
