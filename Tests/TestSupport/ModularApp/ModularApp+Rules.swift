extension ModularApp {
  static let owners = """
    /App/ @shop/platform
    /Features/ @shop/shopping
    /Contracts/ @shop/shopping
    /Business/ @shop/business
    /Implementations/ @shop/shopping
    /Packages/ @shop/platform
    /Vendor/ @shop/platform

    """

  static let rules = """
    {
      "version": 1,
      "name": "shop",
      "teams": {
        "shopping": {"name": "Shopping", "contact": "#shopping", "handles": ["@shop/shopping"]},
        "business": {"name": "Business", "contact": "#business", "handles": ["@shop/business"]},
        "platform": {"name": "Platform", "contact": "#platform", "handles": ["@shop/platform"]}
      },
      "tags": [
        {"match": "//App", "tags": ["layer:app"]},
        {"match": "//Features/*", "tags": ["layer:feature"]},
        {"match": "//Contracts/*", "tags": ["layer:contracts"]},
        {"match": "//Business/*", "tags": ["layer:business"]},
        {"match": "//Implementations/*", "tags": ["impl"]},
        {"match": "//Packages/Core", "tags": ["layer:core"]},
        {"match": "//Packages/Util", "tags": ["layer:util"]},
        {"match": "//Vendor/*", "tags": ["layer:vendor"]}
      ],
      "rules": {
        "layers": [
          {"name": "app", "tag": "layer:app", "mayDependOn": ["feature", "contracts", "core", "util"]},
          {"name": "feature", "tag": "layer:feature", "mayDependOn": ["contracts", "business", "core", "util"]},
          {"name": "contracts", "tag": "layer:contracts", "mayDependOn": ["util"]},
          {"name": "business", "tag": "layer:business", "mayDependOn": ["core", "util"]},
          {"name": "core", "tag": "layer:core", "mayDependOn": ["util", "vendor"]},
          {"name": "util", "tag": "layer:util"},
          {"name": "vendor", "tag": "layer:vendor"}
        ],
        "isolated": ["layer:feature", "layer:business"],
        "onlyImportedBy": [{"tag": "impl", "by": ["//App:App"]}],
        "names": [{"tag": "layer:feature", "pattern": "^.+Feature(UI|Tests)?$"}],
        "forbidden": [{"fromTag": "layer:core", "to": ["UIKit", "SwiftUI"], "because": "the core runs on servers too"}],
        "imports": {"undeclared": "error", "unused": "warning", "redundant": "warning"},
        "pins": [{"match": "*", "require": "upToNextMinor"}, {"match": "//App", "require": "exact"}],
        "requireOwner": true
      }
    }

    """
}
