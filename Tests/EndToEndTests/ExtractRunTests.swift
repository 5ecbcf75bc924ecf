import Base
import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The plan for moving files of a module into a package of their own, from indices that compilers really write.
@Suite("The plan of an extraction")
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

  private let file = "Packages/Cart/Sources/Cart/Price.swift"

  @Test("it needs no build, and says the same after one")
  func below() throws {
    // A file that is gone may still be in an index.
    let previous = "Packages/Cart/Sources/Cart/Former.swift"
    let text = try sandbox.contents(of: file)
    try sandbox.remove(file)
    try sandbox.edit(previous, text)
    #expect(sandbox.run("extract Pricing --from \(previous)").exitCode == 0)
    try sandbox.remove(previous)
    try sandbox.edit(file, text)
    let planned = sandbox.run("extract Pricing --from \(file) --json")
    #expect(planned.exitCode == 0 && !planned.errors.contains("build"), "\(planned.errors)")
    try sandbox.remove(".build/ambit/index")
    let built = sandbox.run("test --all")
    #expect(built.exitCode == 0, "\(built.errors)")
    #expect(sandbox.run("extract Pricing --from \(file) --json").output == planned.output)
    #expect(throws: (any Error).self) { try sandbox.contents(of: ".build/ambit/index/keys") }

    let json = try planned.json
    func values(_ list: String, _ key: String) -> [String?] {
      (json[list]?.arrayValue ?? []).map { $0[key]?.stringValue }
    }
    #expect(json["position"]?.stringValue == "below" && json["blocked"]?.boolValue == false)
    #expect(
      values("moves", "to") == [
        "Packages/Pricing/Sources/Pricing/Price.swift",
        "Packages/Pricing/Tests/PricingTests/PriceTests.swift",
      ])
    #expect(values("needs", "module") == ["//Packages/Core:Core", "//Packages/Units:Units"])
    // A struct whose initialiser nobody wrote, and a class with a subclass that stays.
    #expect(values("initializers", "type") == ["Price"])
    let open = (json["public"]?.arrayValue ?? []).filter { $0["access"]?.stringValue == "open" }
    #expect(
      open.map { $0["declaration"]?.stringValue } == ["Discount", "Discount.apply(to:_:)"])
    #expect(values("unneeded", "module") == ["//Packages/Units:Units"])
    #expect(try sandbox.git.git("shop", "status --porcelain --untracked-files=all") == "")
  }
}
