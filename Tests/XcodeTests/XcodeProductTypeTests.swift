import Testing

@testable import Xcode

@Suite struct XcodeProductTypeTests {
  @Test(
    arguments: [
      ("com.apple.product-type.application", .app),
      ("com.apple.product-type.application.watchapp2", .app),
      ("com.apple.product-type.app-extension", .appExtension),
      ("com.apple.product-type.extensionkit-extension", .appExtension),
      ("com.apple.product-type.system-extension", .appExtension),
      ("com.apple.product-type.watchkit2-extension", .appExtension),
      ("com.apple.product-type.xpc-service", .appExtension),
      ("com.apple.product-type.framework", .framework),
      ("com.apple.product-type.library.static", .library),
      ("com.apple.product-type.tool", .tool),
      ("com.apple.product-type.bundle.unit-test", .unitTests),
      ("com.apple.product-type.bundle.ui-testing", .uiTests),
      ("com.apple.product-type.bundle", .other),
      ("com.example.own", .other),
    ] as [(String, XcodeProductType)])
  func identifiersHaveTypes(identifier: String, type: XcodeProductType) {
    #expect(XcodeProductType(identifier) == type)
  }
}
