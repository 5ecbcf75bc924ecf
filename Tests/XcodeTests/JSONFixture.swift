import Base

@testable import Xcode

/// A project in the JSON form with each part that the form has.
enum JSONFixture {
  static func project(_ text: String = text) throws -> XcodeProject {
    try XcodeProject(reading: Array(text.utf8), container: XcodeFixture.container, form: .json)
  }

  static func target(_ name: String, _ text: String = text) throws -> XcodeTarget? {
    try project(text).targets.first { $0.name == name }
  }

  static let text = #"""
    {
      "organization": "Shop Ltd",
      "default-configuration": "Release",
      "configurations": [
        { "name": "Debug", "file": "Config/Base.xcconfig" },
        "Release",
      ],
      "localizations": { "development": "en", "supported": [ "Base", "de" ] },
      "packages": [
        { "kind": "remote", "repository": "https://example.com/apple/Swift-Collections.git", "version": { "branch": "main" } },
        { "kind": "local", "path": "../Packages/Kit" },
      ],
      "imported-products": [
        { "name": "Other.framework", "project": "Other.xcodeproj", "target": "Other", "product-id": "0B", "target-membership": [] },
      ],
      "files": [
        {
          "kind": "group", "path": "Sources", "name": "Code",
          "children": [
            { "path": "Cart.swift", "id": "0C", "target-membership": [ "Shop/compile-sources", "Kit/compile-sources" ] },
            { "path": "Old.m", "target-membership": [ { "build-phase": "Shop/compile-sources", "arguments": "-fno-objc-arc" } ] },
            { "kind": "group", "name": "Plain", "children": [
              { "path": "<PROJECT>/Gen/Gen.swift", "target-membership": [ "Shop/compile-sources" ] },
              { "path": "a\\<b\\\\c.swift", "target-membership": [ "Shop/compile-sources" ] },
              { "path": "<USER:KITS\\>X>/K.swift", "target-membership": [ "Shop/compile-sources" ] },
            ] },
            { "path": "Kit.h", "target-membership": [ { "build-phase": "Kit/headers", "header-role": "public" } ] },
            { "kind": "version-group", "path": "Shop.xcdatamodeld", "current-version": "Two.xcdatamodel", "type": "wrapper.xcdatamodel",
              "target-membership": [ "Shop/compile-sources" ],
              "children": [ { "path": "One.xcdatamodel" }, { "path": "Two.xcdatamodel" } ] },
            { "kind": "variant-group", "name": "Shop.strings", "target-membership": [ "Shop/resources" ],
              "children": [ { "path": "en.lproj/Shop.strings" }, { "path": "de.lproj/Shop.strings" } ] },
          ],
        },
        { "kind": "folder", "path": "Synced", "target-membership": [ "Shop" ], "opaque-folders": [ "Web", "Pack" ],
          "membership-exceptions": [
            { "target": "Shop", "exclusions": [ "Info.plist", "/Localized/Res/Menu.strings" ] },
            { "target": "Tests", "inclusions": [ "Fake.swift" ], "public-headers": [ "Fake.h" ] },
            { "build-phase": [ "Shop", "copy", { "name": "Embed / Sign" } ], "inclusions": [ "Data.json" ] },
          ] },
        { "path": "../Packages/Local" },
        { "kind": "group", "name": "Config", "children": [ { "path": "Config/Base.xcconfig" } ] },
        { "path": "../Other/Other.xcodeproj" },
        { "path": "<SDK>/System/UIKit.framework", "target-membership": [ { "build-phase": "Shop/frameworks", "is-weak": true } ] },
        { "path": "Vendor/libzip.a", "target-membership": [ "Shop/frameworks" ] },
        { "kind": "group", "name": "Products", "children": [
          { "path": "<PRODUCTS>/Shop App.app", "id": "0D", "type": "wrapper.application", "index": false },
          { "path": "<PRODUCTS>/Kit.framework", "type": "wrapper.framework", "index": false, "target-membership": [
            "Shop/frameworks", { "build-phase": [ "Shop", "copy", { "name": "Embed / Sign" } ], "code-sign-on-copy": true },
          ] },
        ] },
      ],
      "targets": [
        {
          "name": "Shop", "id": "A1", "product": "id:0D", "product-type": "application",
          "specialized-configurations": [
            { "name": "Release", "file": { "anchor": "Synced", "relative-path": "Settings/Shop.xcconfig" } },
          ],
          "dependencies": [
            "Kit", { "kind": "remoteTarget", "project": "Other.xcodeproj", "target": "Other", "target-id": "0A" },
            { "kind": "package", "package": "Kit", "product-name": "Draw", "product-type": "build-tool-plugin" },
          ],
          "build-phases": [
            "compile-sources", "frameworks", "resources",
            { "kind": "copy", "name": "Embed / Sign", "bundle-base-path": "frameworks-directory" },
            { "kind": "script", "name": "Lint", "id": "0E", "input-paths": [ "$(SRCROOT)/.lint.yml" ],
              "input-file-list-paths": [ "$(SRCROOT)/lint.xcfilelist" ], "output-paths": [ "$(DERIVED_FILE_DIR)/lint" ],
              "shell": "/bin/sh", "script": [ "echo \"lint\"", "exit 0", "" ] },
          ],
          "package-product-members": [
            { "package": "swift-collections", "product-name": "Collections", "build-phase": { "build-phase": "frameworks" } },
            { "product-name": "AnyKit", "build-phase": { "build-phase": "frameworks", "platforms": [ "ios", "macos" ] } },
          ],
          "build-settings": {
            "INFOPLIST_FILE": "Synced/Info.plist",
            "INFOPLIST_FILE[config=Debug]": "Synced/Debug.plist",
            "OTHER_LDFLAGS": [ "-framework", "Zip" ],
            "OTHER_LDFLAGS[config=Debug]": [ "$(inherited)", "-v" ],
            "PRODUCT_NAME[config=Release][sdk=iphone*]": "Shop App",
            "SWIFT_FLAGS[config=Rel*]": "-O",
          },
        },
        {
          "name": "Kit", "id": "A2", "product": "Products/Kit.framework", "full-product-type": "com.apple.product-type.framework",
          "build-phases": [ "compile-sources", { "kind": "headers", "name": "Public" } ],
          "build-rules": [
            { "processor": "com.apple.compilers.proxy.script", "file-patterns": "*.tmpl", "input-files": [ "$(SRCROOT)/rule.txt" ],
              "output-files": [ "$(DERIVED_FILE_DIR)/x.swift" ], "script": "expand" },
          ],
        },
        {
          "name": "Tests", "id": "A3", "product-type": "bundle.unit-test", "test-host-target": "Shop",
          "dependencies": [ { "target": "Shop", "platforms": [ "ios" ] } ], "build-phases": [ "compile-sources" ],
        },
        { "name": "Tools", "id": "A4", "kind": "aggregate" },
      ],
      "build-settings": { "SWIFT_VERSION": "6.0", "SWIFT_FLAGS[config=Debug]": "-Onone", "SWIFT_FLAGS": "-O" },
      "last-upgrade": "27.2",
    }

    """#
}
