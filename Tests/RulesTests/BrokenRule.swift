import TestSupport
import Testing

/// An edit that breaks one rule of the modular app at one place.
struct BrokenRule: Sendable, CustomTestStringConvertible {
  let title: String
  /// As `AppLint.words` says it.
  let finding: String
  let file: String
  /// The text of the line that the finding names.
  let line: String
  let edit: @Sendable (inout ModularApp) -> Void

  var testDescription: String { title }

  init(
    _ title: String, _ finding: String, _ file: String, _ line: String,
    _ edit: @escaping @Sendable (inout ModularApp) -> Void
  ) {
    self.title = title
    self.finding = finding
    self.file = file
    self.line = line
    self.edit = edit
  }
}

extension BrokenRule {
  static let all: [BrokenRule] = groups + imports + packages

  private static let groups: [BrokenRule] = [
    BrokenRule(
      "a contract sees the core", "layer //Contracts/CartContracts:CartContracts //Packages/Core:Core",
      "Contracts/CartContracts/Package.swift", #".product(name: "Core", package: "Core"),"#
    ) { $0.add("Core", to: "CartContracts") },
    BrokenRule(
      "a feature sees a feature", "isolated //Features/Cart:CartFeature //Features/Feed:FeedFeature",
      "Features/Cart/Package.swift", #".product(name: "FeedFeature", package: "Feed"),"#
    ) { $0.add("FeedFeature", to: "CartFeature") },
    BrokenRule(
      "a feature's tests see a feature",
      "isolated //Features/Cart:CartFeatureTests //Features/Feed:FeedFeature",
      "Features/Cart/Package.swift", #".product(name: "FeedFeature", package: "Feed"),"#
    ) { $0.add("FeedFeature", to: "CartFeatureTests") },
    BrokenRule(
      "business modules see each other", "isolated //Business/Pricing:Pricing //Business/Catalog:Catalog",
      "Business/Pricing/Package.swift", #".product(name: "Catalog", package: "Catalog"),"#
    ) { $0.add("Catalog", to: "Pricing") },
    BrokenRule(
      "a feature sees an implementation",
      "only-imported-by //Features/Cart:CartFeature //Implementations/CartStore:CartStore",
      "Features/Cart/Package.swift", #".product(name: "CartStore", package: "CartStore"),"#
    ) { $0.add("CartStore", to: "CartFeature") },
    BrokenRule(
      "a name of another form", "name //Features/Feed:FeedScreens", "Features/Feed/Package.swift",
      #"name: "FeedScreens","#
    ) { $0["Features/Feed"].modules.append(.init(.library, "FeedScreens")) },
    BrokenRule(
      "a module of nobody", "owner //Business/Catalog:Catalog", "Business/Catalog/Package.swift",
      #"name: "Catalog","#
    ) { $0.codeOwners += "/Business/Catalog/\n" },
  ]

  private static let imports: [BrokenRule] = [
    BrokenRule(
      "the core imports the screen", "forbidden //Packages/Core:Core UIKit",
      "Packages/Core/Sources/Core/Core.swift", "import UIKit"
    ) { app in app.edit("Core") { $0.imports.append("UIKit") } },
    BrokenRule(
      "an import of what another dependency brings along",
      "undeclared-import //Business/Pricing:Pricing //Packages/Util:Util",
      "Business/Pricing/Sources/Pricing/Pricing.swift", "import Util"
    ) { app in app.edit("Pricing") { $0.imports.append("Util") } },
    BrokenRule(
      "an import of what happens to be built",
      "undeclared-import //Contracts/FeedContracts:FeedContracts //Contracts/CartContracts:CartContracts",
      "Contracts/FeedContracts/Sources/FeedContracts/FeedContracts.swift", "import CartContracts"
    ) { app in app.edit("FeedContracts") { $0.imports.append("CartContracts") } },
    BrokenRule(
      "a dependency that nothing imports", "unused-dependency //Features/Cart:CartFeature Pricing",
      "Features/Cart/Package.swift", #".product(name: "Pricing", package: "Pricing"),"#
    ) { app in app.edit("CartFeature") { module in module.imports.removeAll { $0 == "Pricing" } } },
    BrokenRule(
      "a dependency declared twice", "redundant-dependency //Packages/Core:Core Util",
      "Packages/Core/Package.swift", #".product(name: "Util", package: "Util"),"#
    ) { app in app.edit("Core") { $0.dependencies.append("Util") } },
    BrokenRule(
      "a cycle", "cycle //Packages/Core:Core Core>CoreTestSupport>Core", "Packages/Core/Package.swift",
      #""CoreTestSupport","#
    ) { $0.add("CoreTestSupport", to: "Core") },
  ]

  private static let packages: [BrokenRule] = [
    BrokenRule(
      "a package that no target uses", "redundant-dependency //Business/Catalog ../../Packages/Util",
      "Business/Catalog/Package.swift", #".package(path: "../../Packages/Util"),"#
    ) { $0["Business/Catalog"].idle = ["Packages/Util"] },
    BrokenRule(
      "an app with a range", "pin //App \(ModularApp.url)", "App/Package.swift",
      ".package(url: \"\(ModularApp.url)\", .upToNextMinor(from: \"1.2.3\")),"
    ) { $0["App"].external = [(ModularApp.url, #".upToNextMinor(from: "1.2.3")"#)] },
    BrokenRule(
      "a library with an exact version", "pin //Packages/Core \(ModularApp.url)",
      "Packages/Core/Package.swift",
      ".package(url: \"\(ModularApp.url)\", exact: \"1.2.3\"),"
    ) { $0["Packages/Core"].external = [(ModularApp.url, #"exact: "1.2.3""#)] },
    BrokenRule(
      "a library with a wide range", "pin //Packages/Core \(ModularApp.url)", "Packages/Core/Package.swift",
      ".package(url: \"\(ModularApp.url)\", from: \"1.2.3\"),"
    ) { $0["Packages/Core"].external = [(ModularApp.url, #"from: "1.2.3""#)] },
    BrokenRule(
      "a branch", "pin //App \(ModularApp.url)", "App/Package.swift",
      ".package(url: \"\(ModularApp.url)\", branch: \"main\"),"
    ) { $0["App"].external = [(ModularApp.url, #"branch: "main""#)] },
  ]
}
