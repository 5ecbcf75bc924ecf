/// The files of the example app that belong to no package.
enum AppFiles {
  static var all: [ExampleFile] {
    [sources, settings, others].flatMap { $0 }.map { ExampleFile(path: $0.key, contents: $0.value) } + [
      ExampleFile(path: "App/Scripts/licences.sh", contents: licences, executable: true),
      ExampleFile(
        path: "Tools/colours", contents: "#!/bin/sh\necho 'enum Colours {}' > \"$1\"\n", executable: true),
    ]
  }

  private static let licences = """
    #!/bin/sh
    cat "$(dirname "$0")/licences.json"

    """

  private static let sources: KeyValuePairs<String, String> = [
    "App/Shop/ShopApp.swift": """
    import SwiftUI

    @main struct ShopApp: App {
      var body: some Scene { WindowGroup { CartView() } }
    }

    """,
    "App/Shop/CartView.swift": """
    import Cart
    import ShopKit
    import SwiftUI

    struct CartView: View {
      let summary = "\\(CartInfo.weight) articles, \\(Prices.total)"

      var body: some View { Text(summary) }
    }

    """,
    "App/Shop/SearchView.swift": """
    import Search
    import SwiftUI

    struct SearchView: View {
      var body: some View { Text("\\(SearchInfo.weight) places") }
    }

    """,
    "App/Shop/Legacy/Legacy.h": "@import Foundation;\n\n@interface Legacy : NSObject\n@end\n",
    "App/Shop/Legacy/Legacy.m": "#import \"Legacy.h\"\n\n@implementation Legacy\n@end\n",
    "App/Shop/Shop-Bridging-Header.h": "#import \"Legacy/Legacy.h\"\n",
    "App/Widget/ShopWidget.swift": """
    import SwiftUI
    import WidgetKit
    import WidgetModel

    @main struct ShopWidget: Widget {
      var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Weight", provider: Weights()) { Text("\\($0.weight)") }
      }
    }

    struct Weight: TimelineEntry {
      var date = Date()
      var weight = WidgetModelInfo.weight
    }

    struct Weights: TimelineProvider {
      func placeholder(in context: Context) -> Weight { Weight() }
      func getSnapshot(in context: Context, completion: @escaping (Weight) -> Void) { completion(Weight()) }
      func getTimeline(in context: Context, completion: @escaping (Timeline<Weight>) -> Void) {
        completion(Timeline(entries: [Weight()], policy: .never))
      }
    }

    """,
    "App/Widget/Badge.swift": "struct Badge {\n  var count = 0\n}\n",
    "App/Widget/Drafts/Idea.swift": "// A larger widget, some day.\n",
    "App/Share/ShareController.swift": """
    import Analytics
    import UIKit

    final class ShareController: UIViewController {
      let weight = AnalyticsInfo.weight
      let badge = Badge()
    }

    """,
    "App/ShopKit/Prices.swift": "public enum Prices {\n  public static let total = Currency.unit * 3\n}\n",
    "App/ShopKit/Currency.swift": "enum Currency {\n  static let unit = 100\n}\n",
    "App/ShopKitTests/PricesTests.swift": """
    import Testing

    @testable import ShopKit

    @Test func total() { #expect(Prices.total == 300) }

    """,
    "App/UnitTests/CartViewTests.swift": """
    import Fixtures
    import SnapshotTesting
    import Testing

    @testable import Shop

    @Test @MainActor func showsTheCart() {
      assertSnapshot(of: CartView().summary + "\\n", as: .lines, named: "1", testName: "cart")
    }

    """,
    "App/UnitTests/__Snapshots__/CartViewTests/cart.1.txt": "6 articles, 300\n",
    "App/UITests/CheckoutTests.swift": """
    import XCTest

    final class CheckoutTests: XCTestCase {
      @MainActor func testCheckout() {
        let app = XCUIApplication()
        app.launch()
        _ = app.buttons["Pay"].waitForExistence(timeout: 5)
      }
    }

    """,
    "Vendor/Player/Sources/Player.swift": "public struct Player {\n  public init() {}\n}\n",
    "Vendor/Player/Tests/PlayerTests.swift": """
    import Testing

    @testable import Player

    @Test func plays() { _ = Player() }

    """,
    "Vendor/Player/README.md": "# Player\n\nPlays videos. A copy of a project from elsewhere.\n",
  ]

  private static let settings: KeyValuePairs<String, String> = [
    "App/Config/Base.xcconfig": "// For the app and its extensions.\nSWIFT_VERSION = 6.0\n",
    "App/Config/Shop.xcconfig": """
    #include "Base.xcconfig"
    #include? "Secrets.xcconfig"

    INFOPLIST_FILE = Shop/Info.plist
    CODE_SIGN_ENTITLEMENTS = $(SRCROOT)/Shop/Shop.entitlements
    SWIFT_OBJC_BRIDGING_HEADER = Shop/Shop-Bridging-Header.h

    """,
    "App/Config/Extension.xcconfig": "#include \"Base.xcconfig\"\n\nAPPLICATION_EXTENSION_API_ONLY = YES\n",
    "App/Config/Colours.xcfilelist":
      "# What the colours are made of.\n$(SRCROOT)/ShopKit/Templates/colours.json\n",
    "App/Shop/Info.plist": plist(["CFBundleName": "<string>Shop</string>"]),
    "App/Shop/Shop.entitlements": plist(["com.apple.developer.team-identifier": "<string>SHOP</string>"]),
    "App/Widget/Info.plist": plist(ofExtension: "com.apple.widgetkit-extension"),
    "App/Share/Info.plist": plist(ofExtension: "com.apple.share-services", shareKeys),
  ]

  private static let others: KeyValuePairs<String, String> = [
    ".gitignore": ".build/\nxcuserdata/\n",
    "CODEOWNERS": "/App/ @shop/app\n/Packages/ @shop/packages\n/Vendor/ @shop/app @shop/packages\n",
    "README.md": "# Shop\n\nAn app with packages, to try Ambit on.\n",
    "App/README.md": "# The app\n\nOpen `App.xcworkspace`.\n",
    "App/Scripts/licences.json": "[\"swift-log\", \"swift-collections\"]\n",
    "App/Scripts/release.sh": "#!/bin/sh\n# Nobody calls this in a build.\n",
    "App/ShopKit/Templates/colours.json": "{\"accent\": \"#0060ff\"}\n",
    "App/Shop/en.lproj/Localizable.strings": "\"cart\" = \"Cart\";\n",
    "App/Shop/de.lproj/Localizable.strings": "\"cart\" = \"Warenkorb\";\n",
    "App/Shop/Assets.xcassets/Contents.json": "{\"info\": {\"author\": \"xcode\", \"version\": 1}}\n",
    "App/Shop/Assets.xcassets/Accent.colorset/Contents.json":
      "{\"colors\": [{\"idiom\": \"universal\"}], \"info\": {\"author\": \"xcode\", \"version\": 1}}\n",
    "App/Shop/Theme/theme.json": "{\"dark\": true}\n",
    "App/Shop/Shop.xcdatamodeld/Shop.xcdatamodel/contents": """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="23231" \
    systemVersion="24A335" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
        <entity name="Article" representedClassName="NSManagedObject" syncable="YES">
            <attribute name="title" optional="YES" attributeType="String"/>
        </entity>
    </model>

    """,
  ]

  private static func plist(_ values: KeyValuePairs<String, String>) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \(values.map { "    <key>\($0.key)</key>\n    \($0.value)" }.joined(separator: "\n"))
    </dict>
    </plist>

    """
  }

  /// Xcode adds the usual keys. Without these the simulator refuses the app that holds the extension.
  private static func plist(ofExtension point: String, _ more: String = "") -> String {
    let values = "<key>NSExtensionPointIdentifier</key><string>\(point)</string>\(more)"
    return plist(["NSExtension": "<dict>\(values)</dict>"])
  }

  private static let shareKeys = """
    <key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).ShareController</string>\
    <key>NSExtensionAttributes</key>\
    <dict><key>NSExtensionActivationRule</key><string>TRUEPREDICATE</string></dict>
    """
}
