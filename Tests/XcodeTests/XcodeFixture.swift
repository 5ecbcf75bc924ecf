import Base
import TestSupport

@testable import Xcode

/// A small project with everything that the reader knows. Every object stands on one line, and every id begins with `id.`.
enum XcodeFixture {
  static let container: RelativePath = "App/Shop.xcodeproj"

  static func project(
    _ text: String = text, neutral: NeutralSettings = NeutralSettings()
  ) throws -> XcodeProject {
    try XcodeProject(reading: Array(text.utf8), container: container, neutral: neutral)
  }

  static func target(_ name: String, in text: String = text) throws -> XcodeTarget? {
    try project(text).targets.first { $0.name == name }
  }

  static let text = #"""
    // !$*UTF8*$!
    {
    archiveVersion = 1;
    classes = {
    };
    objectVersion = 77;
    objects = {

    /* Begin PBXBuildFile section */
    id.b1 /* Cart.swift in Sources */ = {isa = PBXBuildFile; fileRef = id.cart /* Cart.swift */; settings = {COMPILER_FLAGS = "-O0"; }; };
    id.b2 = {isa = PBXBuildFile; fileRef = id.root; platformFilter = ios; };
    id.b3 = {isa = PBXBuildFile; fileRef = id.model; };
    id.b4 = {isa = PBXBuildFile; fileRef = id.strings; };
    id.b5 = {isa = PBXBuildFile; fileRef = id.assets; };
    id.b6 = {isa = PBXBuildFile; fileRef = id.kitProduct; };
    id.b7 = {isa = PBXBuildFile; fileRef = id.otherKit; };
    id.b8 = {isa = PBXBuildFile; fileRef = id.uikit; settings = {ATTRIBUTES = (Weak, ); }; };
    id.b9 = {isa = PBXBuildFile; fileRef = id.vendor; };
    id.b10 = {isa = PBXBuildFile; productRef = id.collections; };
    id.b11 = {isa = PBXBuildFile; fileRef = id.kitProduct; settings = {ATTRIBUTES = (CodeSignOnCopy, RemoveHeadersOnCopy, ); }; };
    id.b12 = {isa = PBXBuildFile; fileRef = id.header; settings = {ATTRIBUTES = (Public, ); }; };
    id.b13 = {isa = PBXBuildFile; fileRef = id.test; };
    id.b14 = {isa = PBXBuildFile; fileRef = id.gone; };
    id.b15 = {isa = PBXBuildFile; fileRef = id.variable; };
    id.b16 = {isa = PBXBuildFile; fileRef = id.unresolved; };
    /* End PBXBuildFile section */

    id.mainGroup = {isa = PBXGroup; children = (id.sources, id.products, id.root, id.variable, id.unresolved, id.uikit, id.vendor, id.otherKit, id.otherProject, id.package, id.synced, id.config, ); sourceTree = "<group>"; };
    id.sources = {isa = PBXGroup; children = (id.plain, id.test, ); path = Sources; sourceTree = "<group>"; };
    id.plain = {isa = PBXGroup; children = (id.cartGroup, ); name = Plain; sourceTree = "<group>"; };
    id.cartGroup = {isa = PBXGroup; children = (id.cart, id.model, id.strings, id.assets, id.header, ); path = Cart; sourceTree = "<group>"; };
    id.products = {isa = PBXGroup; children = (id.appProduct, id.kitProduct, id.testsProduct, ); name = Products; sourceTree = "<group>"; };

    id.cart /* Cart.swift */ = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = Cart.swift; sourceTree = "<group>"; };
    id.root = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; name = Root.swift; path = Extra/Root.swift; sourceTree = SOURCE_ROOT; };
    id.variable = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = "$(SRCROOT)/Gen/Var.swift"; sourceTree = "<group>"; };
    id.unresolved = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = "$(MY_DIR)/Odd.swift"; sourceTree = "<group>"; };
    id.test = {isa = PBXFileReference; lastKnownFileType = sourcecode.swift; path = ../Tests/CartTests.swift; sourceTree = "<group>"; };
    id.header = {isa = PBXFileReference; lastKnownFileType = sourcecode.c.h; path = Kit.h; sourceTree = "<group>"; };
    id.assets = {isa = PBXFileReference; lastKnownFileType = folder.assetcatalog; path = Assets.xcassets; sourceTree = "<group>"; };
    id.model = {isa = XCVersionGroup; children = (id.model1, id.model2, ); currentVersion = id.model2; path = Shop.xcdatamodeld; sourceTree = "<group>"; versionGroupType = wrapper.xcdatamodel; };
    id.model1 = {isa = PBXFileReference; lastKnownFileType = wrapper.xcdatamodel; path = One.xcdatamodel; sourceTree = "<group>"; };
    id.model2 = {isa = PBXFileReference; lastKnownFileType = wrapper.xcdatamodel; path = Two.xcdatamodel; sourceTree = "<group>"; };
    id.strings = {isa = PBXVariantGroup; children = (id.en, id.de, ); name = Localizable.strings; sourceTree = "<group>"; };
    id.en = {isa = PBXFileReference; lastKnownFileType = text.plist.strings; name = en; path = en.lproj/Localizable.strings; sourceTree = "<group>"; };
    id.de = {isa = PBXFileReference; lastKnownFileType = text.plist.strings; name = de; path = "de.lproj/Localizable.strings"; sourceTree = "<group>"; };
    id.uikit = {isa = PBXFileReference; lastKnownFileType = wrapper.framework; name = UIKit.framework; path = System/Library/Frameworks/UIKit.framework; sourceTree = SDKROOT; };
    id.vendor = {isa = PBXFileReference; lastKnownFileType = archive.ar; path = Vendor/libzip.a; sourceTree = "<group>"; };
    id.otherKit = {isa = PBXFileReference; explicitFileType = wrapper.framework; path = OtherKit.framework; sourceTree = BUILT_PRODUCTS_DIR; };
    id.otherProject = {isa = PBXFileReference; lastKnownFileType = "wrapper.pb-project"; path = ../Other/Other.xcodeproj; sourceTree = "<group>"; };
    id.package = {isa = PBXFileReference; lastKnownFileType = wrapper; path = ../Packages/Local; sourceTree = "<group>"; };
    id.config = {isa = PBXFileReference; lastKnownFileType = text.xcconfig; path = Config/Debug.xcconfig; sourceTree = "<group>"; };
    id.appProduct = {isa = PBXFileReference; explicitFileType = wrapper.application; includeInIndex = 0; path = "Shop App.app"; sourceTree = BUILT_PRODUCTS_DIR; };
    id.kitProduct = {isa = PBXFileReference; explicitFileType = wrapper.framework; path = ShopKit.framework; sourceTree = BUILT_PRODUCTS_DIR; };
    id.testsProduct = {isa = PBXFileReference; explicitFileType = wrapper.cfbundle; path = ShopTests.xctest; sourceTree = BUILT_PRODUCTS_DIR; };

    id.synced = {isa = PBXFileSystemSynchronizedRootGroup; exceptions = (id.notInShop, id.alsoInTests, id.copied, ); explicitFileTypes = {a.tmpl = text; }; explicitFolders = (Bundle.bundle, ); path = Synced; sourceTree = "<group>"; };
    id.notInShop = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Info.plist, /Localized/Res/Menu.strings, ); target = id.shop; };
    id.alsoInTests = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; membershipExceptions = (Helpers/Fake.swift, ); target = id.shopTests; };
    id.copied = {isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet; attributesByRelativePath = {Data.json = (CodeSignOnCopy, ); }; buildPhase = id.embed; membershipExceptions = (Data.json, ); };

    id.shop /* Shop */ = {isa = PBXNativeTarget; buildConfigurationList = id.shopConfigurations; buildPhases = (id.shopSources, id.shopFrameworks, id.shopResources, id.embed, id.lint, ); buildRules = (); dependencies = (id.onKit, id.onOther, id.onPlugin, ); fileSystemSynchronizedGroups = (id.synced, ); name = Shop; packageProductDependencies = (id.collections, id.local, id.unnamed, ); productName = Shop; productReference = id.appProduct; productType = "com.apple.product-type.application"; };
    id.kit = {isa = PBXNativeTarget; buildConfigurationList = id.kitConfigurations; buildPhases = (id.kitHeaders, id.kitSources, ); buildRules = (id.rule, ); dependencies = (); name = ShopKit; productName = ShopKit; productReference = id.kitProduct; productType = "com.apple.product-type.framework"; };
    id.shopTests = {isa = PBXNativeTarget; buildConfigurationList = id.testsConfigurations; buildPhases = (id.testsSources, ); dependencies = (id.onShop, ); name = ShopTests; productReference = id.testsProduct; productType = "com.apple.product-type.bundle.unit-test"; };
    id.tools = {isa = PBXAggregateTarget; buildConfigurationList = id.toolsConfigurations; buildPhases = (id.generate, ); dependencies = (id.empty, ); name = Tools; };

    id.shopSources = {isa = PBXSourcesBuildPhase; buildActionMask = 2147483647; files = (id.b1, id.b2, id.b3, id.b15, id.b16, id.b14, id.nowhere, ); runOnlyForDeploymentPostprocessing = 0; };
    id.shopFrameworks = {isa = PBXFrameworksBuildPhase; buildActionMask = 2147483647; files = (id.b6, id.b7, id.b8, id.b9, id.b10, ); };
    id.shopResources = {isa = PBXResourcesBuildPhase; buildActionMask = 2147483647; files = (id.b4, id.b5, ); };
    id.embed = {isa = PBXCopyFilesBuildPhase; dstPath = ""; dstSubfolderSpec = 10; files = (id.b11, ); name = "Embed Frameworks"; };
    id.lint = {isa = PBXShellScriptBuildPhase; files = (); inputFileListPaths = ("$(SRCROOT)/lint.xcfilelist", ); inputPaths = ("$(SRCROOT)/.lint.yml", "$(SRCROOT)/second", ); name = Lint; outputPaths = ("$(DERIVED_FILE_DIR)/lint", ); shellPath = /bin/sh; shellScript = "echo \"lint\"\nexit 0\n"; };
    id.kitHeaders = {isa = PBXHeadersBuildPhase; files = (id.b12, ); };
    id.kitSources = {isa = PBXSourcesBuildPhase; files = (); };
    id.testsSources = {isa = PBXSourcesBuildPhase; files = (id.b13, ); };
    id.generate = {isa = PBXShellScriptBuildPhase; files = (); shellPath = /bin/sh; shellScript = "make"; };
    id.rule = {isa = PBXBuildRule; compilerSpec = com.apple.compilers.proxy.script; filePatterns = "*.tmpl"; fileType = pattern.proxy; inputFiles = ("$(SRCROOT)/rule.txt", ); isEditable = 1; outputFiles = ("$(DERIVED_FILE_DIR)/x.swift", ); script = "expand"; };

    id.onKit = {isa = PBXTargetDependency; target = id.kit; targetProxy = id.kitProxy; };
    id.kitProxy = {isa = PBXContainerItemProxy; containerPortal = id.project /* Project object */; proxyType = 1; remoteGlobalIDString = id.kit; remoteInfo = ShopKit; };
    id.onOther = {isa = PBXTargetDependency; name = OtherKit; targetProxy = id.otherProxy; };
    id.otherProxy = {isa = PBXContainerItemProxy; containerPortal = id.otherProject; proxyType = 1; remoteGlobalIDString = 0123456789ABCDEF01234567; remoteInfo = OtherKit; };
    id.onPlugin = {isa = PBXTargetDependency; productRef = id.plugin; };
    id.onShop = {isa = PBXTargetDependency; platformFilters = (ios, ); targetProxy = id.shopProxy; };
    id.shopProxy = {isa = PBXContainerItemProxy; containerPortal = id.project; proxyType = 1; remoteGlobalIDString = id.shop; remoteInfo = Shop; };
    id.empty = {isa = PBXTargetDependency; };

    id.collections = {isa = XCSwiftPackageProductDependency; package = id.remotePackage; productName = Collections; };
    id.local = {isa = XCSwiftPackageProductDependency; package = id.localPackage; productName = LocalKit; };
    id.unnamed = {isa = XCSwiftPackageProductDependency; productName = AnyKit; };
    id.plugin = {isa = XCSwiftPackageProductDependency; package = id.localPackage; productName = "plugin:Draw"; };
    id.remotePackage = {isa = XCRemoteSwiftPackageReference; repositoryURL = "https://example.com/apple/Swift-Collections.git"; requirement = {kind = upToNextMajorVersion; minimumVersion = 1.0.0; }; };
    id.localPackage = {isa = XCLocalSwiftPackageReference; relativePath = ../Packages/Kit; };

    id.project /* Project object */ = {isa = PBXProject; attributes = {LastUpgradeCheck = 1600; TargetAttributes = {id.shop = {CreatedOnToolsVersion = 16.0; }; id.shopTests = {TestTargetID = id.shop; }; }; }; buildConfigurationList = id.projectConfigurations; compatibilityVersion = "Xcode 14.0"; developmentRegion = en; knownRegions = (en, de, ); mainGroup = id.mainGroup; packageReferences = (id.remotePackage, id.localPackage, ); productRefGroup = id.products; projectDirPath = ""; projectRoot = ""; targets = (id.shop, id.kit, id.shopTests, id.tools, ); };

    id.projectConfigurations = {isa = XCConfigurationList; buildConfigurations = (id.projectDebug, ); defaultConfigurationName = Debug; };
    id.projectDebug = {isa = XCBuildConfiguration; baseConfigurationReference = id.config; buildSettings = {SWIFT_VERSION = 6.0; }; name = Debug; };
    id.shopConfigurations = {isa = XCConfigurationList; buildConfigurations = (id.shopDebug, id.shopRelease, ); };
    id.shopDebug = {isa = XCBuildConfiguration; baseConfigurationReferenceAnchor = id.synced; baseConfigurationReferenceRelativePath = Settings/Shop.xcconfig; buildSettings = {INFOPLIST_FILE = Synced/Info.plist; OTHER_LDFLAGS = ("$(inherited)", "-framework", Zip, ); "PRODUCT_NAME[sdk=iphone*]" = "Shop App"; }; name = Debug; };
    id.shopRelease = {isa = XCBuildConfiguration; buildSettings = {}; name = Release; };
    id.kitConfigurations = {isa = XCConfigurationList; buildConfigurations = (id.kitDebug, ); };
    id.kitDebug = {isa = XCBuildConfiguration; buildSettings = {}; name = Debug; };
    id.testsConfigurations = {isa = XCConfigurationList; buildConfigurations = (id.testsDebug, ); };
    id.testsDebug = {isa = XCBuildConfiguration; buildSettings = {TEST_HOST = "$(BUILT_PRODUCTS_DIR)/Shop App.app/Shop App"; }; name = Debug; };
    id.toolsConfigurations = {isa = XCConfigurationList; buildConfigurations = (id.toolsDebug, ); };
    id.toolsDebug = {isa = XCBuildConfiguration; buildSettings = {}; name = Debug; };
    };
    rootObject = id.project /* Project object */;
    }
    """#
}

extension [UInt8] {
  /// One random edit, with `marks` as bytes that mean something in the text.
  mutating func edit(with marks: [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0..<count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: self[place] = marks.randomElement(using: &random) ?? 0
    case 1: remove(at: place)
    case 2: insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 3: removeSubrange(place..<Swift.min(count, place + Int.random(in: 1...60, using: &random)))
    default: swapAt(place, Int.random(in: 0..<count, using: &random))
    }
    if isEmpty { self = [0] }
  }
}
