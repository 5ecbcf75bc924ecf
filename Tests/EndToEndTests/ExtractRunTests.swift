import Foundation
import ProgramSupport
import Support
import TestSupport
import Testing

/// Files of a module into a package of their own, in a workspace that is built for real.
@Suite("An extraction, built")
struct ExtractRunTests {
  private static let shown = [
    "Packages/Cart/Sources/Cart/Price.swift": """
    // Prices.

    import Core
    import Units

    /// A tax, known to everybody.
    public struct Tax {
      public let percent: Int
      public init(percent: Int) { self.percent = percent }
    }

    /// A price.
    struct Price: Hashable, Comparable {
      let cents: Int
      var currency: Currency
      var note: String? = nil
      var unit: Units.Unit? = nil
      private(set) var reads = 0

      static func < (left: Price, right: Price) -> Bool { left.cents < right.cents }

      static let zero = Price(cents: 0, currency: Currency(code: "EUR"))
    }

    enum Rounding: String, CaseIterable {
      case up, down
      case half = "middle"

      var sign: Int { self == .down ? -1 : 1 }
    }

    protocol Priced {
      associatedtype Unit: Hashable
      var price: Price { get }
      func rounded(_ rounding: Rounding) -> Unit
    }

    extension Priced {
      var isFree: Bool { price == .zero }
    }

    class Discount {
      let percent: Int

      init(percent: Int) { self.percent = percent }

      func apply(
        to price: Price,
        _ rounding: Rounding = .half
      ) -> Price {
        Price(cents: price.cents * (100 - percent) / 100, currency: price.currency)
      }
    }

    """,
    "Packages/Cart/Sources/Cart/Ledger.swift": """
    /// Only counts.
    struct Ledger {
      fileprivate var lines: [Price] = []

      @discardableResult
      mutating func add(_ price: Price) -> Int {
        lines.append(price)
        return lines.count
      }

      subscript(index: Int) -> Price { lines[index] }
    }

    extension Ledger {
      var total: Int { lines.map(\\.cents).reduce(0, +) }
    }

    """,
    "Packages/Cart/Sources/Cart/Cart.swift": """
    import Core
    import Observation

    /// Its macro is one of the toolchain's own.
    @Observable final class Shelf { var count = 0 }

    public func tax() -> Tax { Tax(percent: Shelf().count) }

    public struct Basket {
      var ledger = Ledger()
      public init() {}

      public mutating func add(cents: Int) {
        ledger.add(Discount(percent: 0).apply(to: Price(cents: cents, currency: Currency(code: "EUR"))))
      }

      public var total: Int { ledger.total }
      public var first: Int? { total > 0 ? ledger[0].cents : nil }
    }

    final class Half: Discount {
      override func apply(to price: Price, _ rounding: Rounding) -> Price {
        super.apply(to: price, Rounding.allCases.first ?? .up)
      }
    }

    struct Line: Priced {
      var price: Cart.Price
      func rounded(_ rounding: Rounding) -> Int { isFree ? 0 : price.cents * rounding.sign }
    }

    """,
    "Packages/Cart/Sources/cart-tool/main.swift": """
    import Cart
    print(tax().percent, rate)

    """,
    "Packages/Cart/Sources/cart-tool/Rate.swift": "let rate = 1\n",
    "Packages/Cart/Tests/CartTests/ToolTests.swift": """
    import XCTest
    @testable import cart_tool

    final class ToolTests: XCTestCase {
      func testRate() { XCTAssertEqual(rate, 1) }
    }

    """,
    "Packages/Cart/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Cart", products: [.library(name: "Cart", targets: ["Cart"])],
      dependencies: [
        .package(path: "../Core"),
        .package(path: "../Units"),
      ],
      targets: [
        .target(
          name: "Cart",
          dependencies: [
            .product(name: "Core", package: "Core"), .product(name: "Units", package: "Units"),
          ],
          swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
        .executableTarget(name: "cart-tool", dependencies: ["Cart"]),
        .testTarget(name: "CartTests", dependencies: ["Cart", "cart-tool"]),
      ])

    """,
    "Packages/Units/Package.swift": """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Units", products: [.library(name: "Units", targets: ["Units"])], targets: [.target(name: "Units")])

    """,
    "Packages/Units/Sources/Units/Units.swift": """
    public enum Unit: Hashable, Sendable { case piece }

    """,
    "Packages/Cart/Tests/CartTests/Tests.swift": """
    import Testing
    @testable import Cart

    @Test func total() {
      var cart = Basket()
      cart.add(cents: 3)
      #expect(cart.total == 3 && cart.first == 3)
      #expect(Line(price: .zero).isFree)
      #expect(Half(percent: 50).apply(to: Price(cents: 4, currency: .init(code: "EUR")), .up).cents == 2)
    }

    """,
    "Packages/Cart/Tests/CartTests/PriceTests.swift": """
    import Testing
    @testable import Cart

    @Test func order() {
      #expect(Price(cents: 1, currency: .init(code: "EUR")) < Price(cents: 2, currency: .init(code: "EUR")))
      #expect(Discount(percent: 10).apply(to: .zero) == .zero)
    }

    """,
    "Packages/Core/Sources/Core/Core.swift": """
    public struct Currency: Hashable, Sendable {
      public let code: String
      public init(code: String) { self.code = code }
    }

    """,
    "Apps/Shop/Sources/Shop/Shop.swift": """
    import Cart
    public func shop() -> Int { var cart = Basket(); cart.add(cents: 5); return cart.total }

    """,
  ]

  private let sandbox: CommandSandbox

  init() throws {
    sandbox = try CommandSandbox(unlikeOthers: true)
    for (path, text) in Self.shown { try sandbox.edit(path, text) }
    try sandbox.git.commitAll("shop", "Sell things")
  }

  private func passed() throws -> Int {
    let run = sandbox.run("test --all --json")
    #expect(run.exitCode == 0, "\(run.errors)")
    let modules = try #require(try run.json["modules"]?.arrayValue)
    return modules.reduce(0) { $0 + ($1["cases"]?["passed"]?.intValue ?? 0) }
  }

  /// What Git says of the working tree and of the index.
  private func state() throws -> [String] {
    try ["status --porcelain --untracked-files=all", "ls-files --stage", "diff HEAD"].map {
      try sandbox.git.git("shop", $0)
    }
  }

  private let file = "Packages/Cart/Sources/Cart/Price.swift"

  @Test("the suite does what it did before, and the plan needs no build")
  func below() throws {
    // What was in another file once is there no more, whatever an index has kept.
    let former = "Packages/Cart/Sources/Cart/Former.swift"
    let text = try sandbox.contents(of: file)
    try sandbox.remove(file)
    try sandbox.edit(former, text)
    #expect(sandbox.run("extract Pricing --from \(former)").exitCode == 0)
    try sandbox.remove(former)
    try sandbox.edit(file, text)
    // Where a build was, its index is read, which says the same of everything.
    let planned = sandbox.run("extract Pricing --from \(file) --json")
    #expect(planned.exitCode == 0 && !planned.errors.contains("build"), "\(planned.errors)")
    try sandbox.remove(".build/ambit/index")
    let before = try passed()
    #expect(sandbox.run("extract Pricing --from \(file) --json").output == planned.output)
    #expect(throws: (any Error).self) { try sandbox.contents(of: ".build/ambit/index/keys") }
    let made = sandbox.run("extract Pricing --from \(file) --write --json")
    #expect(made.exitCode == 0, "\(made.errors) \(made.output)")
    let json = try made.json
    #expect(json["outcome"]?.stringValue == "made" && json["position"]?.stringValue == "below")
    // An open class, what overrides it, a struct whose initialiser nobody wrote, a type that was Sendable without a word.
    #expect(json["initializers"]?.arrayValue?.map { $0["type"]?.stringValue } == ["Price"])
    #expect(json["sendable"]?.arrayValue?.map { $0["declaration"]?.stringValue } == ["Price"])
    #expect(json["moves"]?.arrayValue?.count == 2)
    // What becomes public speaks of two modules, and what stays speaks of what moved.
    #expect(json["publicImports"]?.arrayValue?.map { $0["import"]?.stringValue } == ["Core", "Units"])
    let stays = try sandbox.contents(of: "Packages/Cart/Sources/Cart/Cart.swift")
    #expect(stays.contains("public import Pricing") && stays.contains("var price: Pricing.Price"))
    #expect(json["unneeded"]?.arrayValue?.map { $0["module"]?.stringValue } == ["//Packages/Units:Units"])
    #expect(!(try sandbox.contents(of: "Packages/Cart/Package.swift")).contains("Units"))
    let staged = try sandbox.git.git("shop", "diff --cached --name-status --no-renames").split(
      separator: "\n")
    #expect(
      staged.contains("D\t\(file)") && staged.contains("A\tPackages/Pricing/Sources/Pricing/Price.swift"))
    #expect(try sandbox.git.git("shop", "diff --name-only") == "")
    #expect(try passed() == before)
    let own = sandbox.run("test //Packages/Pricing:PricingTests --json")
    #expect(try own.json["modules"]?.arrayValue?.first?["cases"]?["passed"]?.intValue == 1)
    let lint = sandbox.run("lint")
    #expect(lint.exitCode == 0, "\(lint.output)")
  }

  @Test("what does not compile leaves everything as it was, and a patch")
  func takenBack() throws {
    // Another module may not set what a type holds: that is more than an extraction mends.
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Odd.swift",
      "import Core\nextension Price { init(odd: Int) { cents = odd; currency = Currency(code: \"\") } }\n")
    try sandbox.edit(
      "Packages/Cart/Sources/Cart/Cart.swift", "public func total() -> Int { Price.zero.cents }\n")
    try sandbox.edit("Packages/Cart/Tests/CartTests/Tests.swift", "import Testing\n@Test func t() {}\n")
    try sandbox.edit("Packages/Cart/Sources/cart-tool/main.swift", "print(rate)\n")
    try sandbox.edit("Apps/Shop/Sources/Shop/Shop.swift", "import Cart\npublic let x = total()\n")
    try sandbox.git.commitAll("shop", "Be odd")
    let before = try state()
    let run = sandbox.run("extract Pricing --from \(file) --write --json")
    #expect(run.exitCode == 1, "\(run.errors) \(run.output)")
    let json = try run.json
    #expect(json["outcome"]?.stringValue == "taken-back")
    #expect(json["errors"]?.arrayValue?.first?.stringValue?.contains("self.init") == true)
    #expect(try state() == before)
    let patch = try #require(json["patch"]?.stringValue)
    _ = try sandbox.git.git("shop", "apply --check \(patch)")

    // Work that is not committed is never mixed up with what is moved.
    try sandbox.edit(file, try sandbox.contents(of: file) + "// more\n")
    let dirty = try state()
    let refused = sandbox.run("extract Pricing --from \(file) --write")
    #expect(refused.exitCode == 2 && refused.errors.contains("not committed"), "\(refused.errors)")
    #expect(try state() == dirty)
  }
}
