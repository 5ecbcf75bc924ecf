package import Base

/// A target in the words of schemes and plans.
package struct XcodeTargetReference: Sendable, Hashable {
  /// The project of the target, `App/Shop.xcodeproj`, or the folder of a package.
  package let container: RelativePath
  package let name: String
}

/// A scheme: the targets it builds, and the bundles that its tests run.
package struct XcodeScheme: Sendable, Hashable {
  package struct Testable: Sendable, Hashable {
    package let target: XcodeTargetReference
    package var isSkipped = false
  }

  package let file: RelativePath
  package let name: String
  /// The project, workspace, or folder of a package that contains the scheme.
  package let container: RelativePath
  package var builds: [XcodeTargetReference] = []
  /// The bundles that the scheme itself lists. They count only without a plan.
  package var testables: [Testable] = []
  /// The plans, the default first.
  package var plans: [RelativePath] = []
  /// True for `shouldAutocreateTestPlan`: Xcode makes a plan when the scheme names none, and decides its contents.
  package var makesPlan = false
  package var mentions = TestMentions()
  /// A digest of the whole scheme.
  package let definition: SHA256Digest
}

extension XcodeScheme {
  /// The folder that paths in the scheme and its plans count from.
  package var base: RelativePath { container.isXcodeContainer ? container.parent : container }
}

package struct XcodeTestPlan: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    package let target: XcodeTargetReference
    package let isEnabled: Bool
    /// A digest of the whole entry.
    package let definition: SHA256Digest
    /// The range of the entry's bytes in the file.
    package let span: Range<Int>
  }

  package let file: RelativePath
  package let entries: [Entry]
  /// A digest of everything except the entries: configurations, default options, targets with coverage.
  package let definition: SHA256Digest
  package var mentions = TestMentions()

  /// The name for `-testPlan`.
  package var name: String {
    String(decoding: file.lastComponent, as: UTF8.self).replacing(".xctestplan", with: "")
  }
}

/// A workspace: the projects and packages that it shows.
package struct XcodeWorkspace: Sendable, Hashable {
  /// The folder of the workspace: `Shop.xcworkspace`.
  package let container: RelativePath
  /// The references in order: projects, folders of packages, other files.
  package let references: [XcodePath]
}

extension XcodeScheme {
  /// Reads an `.xcscheme`. The file's place shows its container.
  package init(reading bytes: [UInt8], file: RelativePath) throws(XcodeProblem) {
    let container = XcodeContainer(ofScheme: file)
    var reader = SchemeReader(file: file, container: container)
    try XcodeMarkup.read(bytes, file: file, root: "Scheme") { reader.read($0) }
    self.init(
      file: file, name: String(decoding: file.lastComponent, as: UTF8.self).without(suffix: ".xcscheme"),
      container: container.path, builds: reader.builds, testables: reader.testables, plans: reader.plans,
      makesPlan: reader.makesPlan, mentions: reader.mentions,
      definition: SHA256.digest(of: reader.writer.bytes))
  }
}

extension String {
  func without(suffix: String) -> String {
    hasSuffix(suffix) && count > suffix.count ? String(dropLast(suffix.count)) : self
  }
}

private struct SchemeReader {
  let file: RelativePath
  let container: XcodeContainer
  var builds: [XcodeTargetReference] = []
  var testables: [XcodeScheme.Testable] = []
  var plans: [RelativePath] = []
  var makesPlan = false
  var mentions = TestMentions()
  /// All elements and attributes, except those that only Xcode's editor reads.
  var writer = ByteWriter()

  private var open: [String] = []
  private var isSkipped = false

  init(file: RelativePath, container: XcodeContainer) {
    self.file = file
    self.container = container
  }

  mutating func read(_ event: XMLReader.Event) {
    guard case .start(let name, let attributes) = event else {
      writer.byte(0)
      open.removeLast()
      return
    }
    write(name, attributes)
    mentions.read(name, attributes, in: file, container.folder)
    let parent = open.last
    open.append(name)
    switch name {
    case "TestAction": makesPlan = attributes["shouldAutocreateTestPlan"] == "YES"
    case "TestableReference": isSkipped = attributes["skipped"] == "YES"
    case "TestPlanReference":
      if let reference = attributes["reference"] {
        add(plan: container.path(reference), isDefault: attributes["default"] == "YES")
      }
    case "BuildableReference" where parent == "BuildActionEntry":
      if let target = target(attributes), !builds.contains(target) { builds.append(target) }
    case "BuildableReference" where parent == "TestableReference":
      if let target = target(attributes) { testables.append(.init(target: target, isSkipped: isSkipped)) }
    default: break
    }
  }

  private mutating func add(plan: RelativePath, isDefault: Bool) {
    guard !plans.contains(plan) else { return }
    plans.insert(plan, at: isDefault ? 0 : plans.count)
  }

  private func target(_ attributes: [String: String]) -> XcodeTargetReference? {
    // Some schemes only name the product, which usually has the name of its target.
    let product = (attributes["BuildableName"] ?? "").split(separator: ".").dropLast().joined(separator: ".")
    let name = attributes["BlueprintName"] ?? product
    guard !name.isEmpty else { return nil }
    let place = attributes["ReferencedContainer"] ?? "container:"
    return XcodeTargetReference(container: container.path(place), name: name)
  }

  private mutating func write(_ name: String, _ attributes: [String: String]) {
    writer.byte(1)
    writer.data(name.utf8)
    let counted = attributes.filter { !Self.neutral.contains($0.key) }.sorted { $0.key < $1.key }
    writer.count(counted.count)
    for (key, value) in counted {
      writer.data(key.utf8)
      writer.data(value.utf8)
    }
  }

  /// Ids, and the version of Xcode that wrote the file.
  private static let neutral: Set<String> = ["BlueprintIdentifier", "LastUpgradeVersion"]
}
