package import Base

extension XcodeScheme {
  /// Reads an `.xcscheme`. The file's place shows its container.
  package init(reading bytes: [UInt8], file: RelativePath) throws(XcodeProblem) {
    let container = XcodeContainer(ofScheme: file)
    var reader = SchemeReader(container: container)
    try XcodeMarkup.read(bytes, file: file, root: "Scheme") { reader.read($0) }
    self.init(
      file: file, name: String(decoding: file.lastComponent, as: UTF8.self).without(suffix: ".xcscheme"),
      container: container.path, builds: reader.builds, testables: reader.testables, plans: reader.plans,
      makesPlan: reader.makesPlan, buildsImplicitDependencies: reader.buildsImplicitDependencies,
      definition: SHA256.digest(of: reader.writer.bytes))
  }
}

extension String {
  func without(suffix: String) -> String {
    hasSuffix(suffix) && count > suffix.count ? String(dropLast(suffix.count)) : self
  }
}

private struct SchemeReader {
  let container: XcodeContainer
  var builds: [XcodeTargetReference] = []
  var testables: [XcodeScheme.Testable] = []
  var plans: [RelativePath] = []
  var makesPlan = false
  var buildsImplicitDependencies = true
  /// All elements and attributes, except those that only Xcode's editor reads.
  var writer = ByteWriter()

  private var open: [String] = []
  private var isSkipped = false

  init(container: XcodeContainer) {
    self.container = container
  }

  mutating func read(_ event: XMLReader.Event) {
    guard case .start(let name, let attributes) = event else {
      writer.byte(0)
      open.removeLast()
      return
    }
    write(name, attributes)
    let parent = open.last
    open.append(name)
    switch name {
    case "BuildAction":
      buildsImplicitDependencies = attributes["buildImplicitDependencies"] != "NO"
    case "TestAction": makesPlan = attributes["shouldAutocreateTestPlan"] == "YES"
    case "TestableReference": isSkipped = attributes["skipped"] == "YES"
    case "TestPlanReference":
      if let reference = attributes["reference"] {
        add(plan: container.path(reference), isDefault: attributes["default"] == "YES")
      }
    case "BuildableReference" where parent == "BuildActionEntry":
      if let target = target(attributes), !builds.contains(target) { builds.append(target) }
    case "BuildableReference" where parent == "TestableReference":
      if let target = target(attributes) { testables.append(.init(target, isSkipped: isSkipped)) }
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
