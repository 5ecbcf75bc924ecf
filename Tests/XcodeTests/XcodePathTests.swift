import Base
import Testing

@testable import Xcode

@Suite struct XcodePathTests {
  @Test(
    arguments: [
      ("Shop/Info.plist", .inTree("App/Shop/Info.plist")),
      ("../Shared/Info.plist", .inTree("Shared/Info.plist")),
      ("../../Info.plist", .inTree("../Info.plist")),
      ("", .inTree("App")),
      ("$(SRCROOT)/Info.plist", .inTree("App/Info.plist")),
      ("${PROJECT_DIR}/../Info.plist", .inTree("Info.plist")),
      ("$SRCROOT/Info.plist", .inTree("App/Info.plist")),
      ("$(SOURCE_ROOT)", .inTree("App")),
      ("$(BUILT_PRODUCTS_DIR)/Shop.app/Shop", .built("Shop.app/Shop")),
      ("$(TARGET_NAME)/Info.plist", .unknown("$(TARGET_NAME)/Info.plist")),
      ("$(SRCROOT)/$(TARGET_NAME).plist", .unknown("$(SRCROOT)/$(TARGET_NAME).plist")),
      ("Shop/${NAME}.plist", .unknown("Shop/${NAME}.plist")),
      ("$(SRCROOT", .unknown("$(SRCROOT")),
      ("Shop/a$b.plist", .inTree("App/Shop/a$b.plist")),
      ("/opt/lib", .absolute("/opt/lib")),
      ("~/lib", .absolute("~/lib")),
    ] as [(String, XcodePath)])
  func pathsOfSettingsAreResolved(text: String, path: XcodePath) {
    #expect(XcodePath(text, in: "App") == path)
  }

  @Test(
    arguments: [
      ("$(BRAND)/a.png", .inTree("App/Art"), .unknown("Art/$(BRAND)/a.png")),
      ("a-$(BRAND).png", .inTree("Shared"), .unknown("../Shared/a-$(BRAND).png")),
      ("$(BRAND)/a.png", .inTree("App"), .unknown("$(BRAND)/a.png")),
      ("$(BRAND)/$(NAME).png", .inTree("App/Art"), .unknown("Art/$(BRAND)/$(NAME).png")),
      ("$(NAME).png", .unknown("Art/$(BRAND)"), .unknown("Art/$(BRAND)/$(NAME).png")),
      ("a.png", .unknown("Art/$(BRAND)"), .unknown("Art/$(BRAND)/a.png")),
      ("$(SRCROOT)/a.png", .inTree("App/Art"), .inTree("App/a.png")),
      ("/opt/$(BRAND)/a.png", .inTree("App/Art"), .unknown("/opt/$(BRAND)/a.png")),
    ] as [(String, XcodePath, XcodePath)])
  func pathsWithVariablesCountFromTheirGroup(text: String, group: XcodePath, path: XcodePath) {
    #expect(XcodePath(text, in: "App", from: group) == path)
  }
}
