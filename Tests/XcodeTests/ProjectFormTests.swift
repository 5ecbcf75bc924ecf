import Base
import ExampleWorkspace
import TestSupport
import Testing

@testable import Xcode

/// The two forms of one project are read as one project.
@Suite struct ProjectFormTests {
  enum Sample: String, CaseIterable, Sendable {
    case fixture, example, player

    var text: String {
      switch self {
      case .fixture: XcodeFixture.text
      case .example: ExampleApp().files()["\(ExampleApp.project)/project.pbxproj"] ?? ""
      case .player: ExampleApp().files()["\(ExampleApp.player)/project.pbxproj"] ?? ""
      }
    }
  }

  @Test(arguments: Sample.allCases, 0..<20)
  func aProjectReadsTheSameInBothForms(sample: Sample, seed: UInt64) throws {
    var classic = try XcodeFixture.project(sample.text)
    #expect(!classic.targets.isEmpty)
    // Xcode drops an entry that leads nowhere.
    classic = classic.withoutDanglingDependencies
    let text = try ProjectPrinter.print(sample.text, using: SeededGenerator(seed: seed))
    let json = try XcodeProject(reading: Array(text.utf8), container: XcodeFixture.container, form: .json)
    #expect(json.unknown == [])
    #expect(FormDifference.between(classic, json) == [])
  }
}

/// The facts in which two readings of a project differ. The order of files is that of the tree in one form, and that of each
/// phase in the other.
enum FormDifference {
  static func between(_ classic: XcodeProject, _ json: XcodeProject) -> [String] {
    var found: [String] = []
    func compare<Value: Hashable>(_ what: String, _ one: [Value], _ other: [Value], ordered: Bool = false) {
      if ordered ? one == other : Set(one) == Set(other) { return }
      found.append("\(what): \(Set(one).subtracting(other)) and \(Set(other).subtracting(one))")
    }
    compare("folder", [classic.folder], [json.folder])
    compare("configurations", classic.configurations, json.configurations, ordered: true)
    compare("packages", classic.packageFolders.filter { !json.packageFolders.contains($0) }, [])
    compare("projects", classic.projects, json.projects)
    compare("headers", classic.headers, json.headers)
    compare("folders of headers", classic.headerFolders, json.headerFolders)
    compare("targets", classic.targets.map(\.name), json.targets.map(\.name), ordered: true)
    for (one, other) in zip(classic.targets, json.targets) {
      compare("\(one.name) type", [one.type], [other.type])
      compare("\(one.name) product", [one.product], [other.product])
      compare("\(one.name) configurations", one.configurations, other.configurations)
      compare("\(one.name) files", one.files, other.files)
      compare("\(one.name) folders", one.folders, other.folders)
      compare("\(one.name) uses", one.uses, other.uses)
      compare("\(one.name) dependencies", one.dependencies, other.dependencies)
      compare("\(one.name) products", one.products, other.products)
      compare("\(one.name) scripts", one.scripts, other.scripts, ordered: true)
    }
    return found
  }
}

extension XcodeProject {
  var withoutDanglingDependencies: XcodeProject {
    let targets = targets.map { target in
      XcodeTarget(
        name: target.name, type: target.type, product: target.product, configurations: target.configurations,
        files: target.files, folders: target.folders, uses: target.uses,
        dependencies: target.dependencies.filter { $0 != .dangling("") }, products: target.products,
        scripts: target.scripts, definition: target.definition)
    }
    return XcodeProject(
      container: container, folder: folder, targets: targets, configurations: configurations,
      packageFolders: packageFolders, projects: projects, headers: headers,
      headerFolders: headerFolders, definition: definition, unknown: unknown)
  }
}
