package import Base

/// The parsed command line of `example-workspace`. The script before it, `scripts/example`, prints the help.
package enum ExampleArguments: Hashable, Sendable {
  case write(folder: String, ExampleOptions)
  case writeApp(folder: String)

  package init(parsing arguments: [String]) throws(Failure) {
    var options = ExampleOptions()
    var folder: String?
    var isApp = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      switch parts.first ?? "" {
      case "--packages": options.packages = try Self.number(parts, &rest)
      case "--files": options.files = try Self.number(parts, &rest) as Int
      case "--seed": options.seed = try Self.number(parts, &rest)
      case "--app" where parts.count == 1: isApp = true
      case let name where name.hasPrefix("-"):
        throw .usage("unknown option '\(argument)'; use --packages, --files, --seed, --app or --help")
      default:
        if argument.isEmpty { throw .usage("the name of the folder is empty") }
        if let folder { throw .usage("give only one folder, not '\(folder)' and '\(argument)'") }
        folder = argument
      }
    }
    guard let folder else { throw .usage("name the folder to write to") }
    if isApp, arguments.contains(where: Self.isOfPackages) {
      throw .usage("--app cannot be combined with --packages, --files or --seed")
    }
    self = isApp ? .writeApp(folder: folder) : .write(folder: folder, options)
  }

  private static func isOfPackages(_ argument: String) -> Bool {
    ["--packages", "--files", "--seed"].contains { argument == $0 || argument.hasPrefix("\($0)=") }
  }

  private static func number<Number: FixedWidthInteger>(
    _ parts: [String], _ rest: inout ArraySlice<String>
  ) throws(Failure) -> Number {
    guard let text = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw .usage("\(parts[0]) needs a number")
    }
    guard let number = Number(text), number >= 0 else {
      throw .usage("\(parts[0]) needs a number from 0 to \(Number.max), not '\(text)'")
    }
    return number
  }
}

/// The size of an example workspace, and the seed that chooses among the workspaces of that size.
package struct ExampleOptions: Sendable, Hashable {
  /// The size of the smallest workspace, which shows every feature once.
  package static let referencePackages = 12
  package static let mostPackages = 20_000
  package static let mostFiles = 2_000_000

  package var packages: Int = referencePackages
  /// The number of tracked files at the tip of main; nil for the number that the packages need.
  package var files: Int?
  package var seed: UInt64 = 1
}

extension Failure {
  /// A command line, or a size, that gives no example workspace.
  fileprivate static func usage(_ message: String) -> Failure {
    Failure(code: "usage", message: message, hints: ["scripts/example --help"])
  }

  fileprivate static func outOfRange(_ flag: String, _ number: Int, _ range: String) -> Failure {
    Failure(code: "out-of-range", message: "\(flag) \(number) is out of range: \(range)")
  }
}

/// The features of a package, before its targets are laid out.
struct Blueprint {
  enum Feature: CaseIterable {
    /// A second library target, in one product with the first.
    case models
    /// A product with another name than its target.
    case otherProductName
    case resources, cCode, appleBridge
    /// The trait `Journal`.
    case trait
    case testSupport
    /// Defines the build-tool plugin and its program.
    case generator
    case usesPlugin, program, swiftTests, xcTests
    /// Folders in places where SwiftPM does not look by itself.
    case ownFolders
    case strictSettings
  }

  var layer: ExamplePackage.Layer
  var name: String
  var features: Set<Feature>
  /// The positions of its dependencies, all of them earlier packages.
  var dependencies: [Int]
  /// The positions of the dependencies whose trait it switches on.
  var journals: [Int] = []
}

/// A realistic workspace of Swift packages, as a value: its packages, their dependencies, and the contents of all
/// files. Writing it to disk is a separate step.
///
/// The same options always give the same workspace, down to the commit ids.
package struct ExampleWorkspace: Sendable, Hashable {
  package let options: ExampleOptions
  /// The packages. Each comes after its dependencies.
  package let packages: [ExamplePackage]

  package static func plan(_ options: ExampleOptions) throws(Failure) -> ExampleWorkspace {
    guard (ExampleOptions.referencePackages...ExampleOptions.mostPackages).contains(options.packages) else {
      throw .outOfRange(
        "--packages", options.packages,
        "\(ExampleOptions.referencePackages) to \(ExampleOptions.mostPackages)")
    }
    var packages: [ExamplePackage] = []
    for blueprint in RandomPackages(count: options.packages, seed: options.seed).blueprints {
      packages.append(PackageLayout(blueprint: blueprint, earlier: packages).package())
    }
    let bare = ExampleWorkspace(options: options, packages: packages)
    guard let files = options.files else { return bare }
    let least = bare.files().count
    guard (least...ExampleOptions.mostFiles).contains(files) else {
      throw .outOfRange(
        "--files", files, "these packages allow \(least) to \(ExampleOptions.mostFiles)")
    }
    ExtraFiles.spread(files - least, over: &packages, seed: options.seed)
    return ExampleWorkspace(options: options, packages: packages)
  }
}

// MARK: The graph

extension ExampleWorkspace {
  /// The direct dependencies of each module, by id. They include plugins, and the targets of products. A dependency for
  /// one platform counts unless `platform` is another one (`linux`, `macos`).
  package func edges(platform: String? = nil) -> [String: Set<String>] {
    var edges: [String: Set<String>] = [:]
    let plugins = packages.flatMap { package in
      package.targets.filter { $0.role == .plugin }.map { package.id($0.name) }
    }
    for package in packages {
      for target in package.targets {
        var needs: Set<String> = []
        for dependency in target.dependencies {
          if let platform, let only = dependency.platform, only.lowercased() != platform { continue }
          let path = dependency.package ?? package.path
          needs.formUnion(dependency.targets.map { "//\(path):\($0)" })
        }
        if target.usesPlugin { needs.formUnion(plugins) }
        if target.kind == "test" {
          // SwiftPM puts the programs of a package beside its tests, and the tests may start them.
          needs.formUnion(package.targets.filter { $0.kind == "executable" }.map { package.id($0.name) })
        }
        edges[package.id(target.name)] = needs
      }
    }
    return edges
  }

  /// The modules that an edit of `modules` affects, also themselves.
  package func affected(byEditing modules: Set<String>, platform: String? = nil) -> Set<String> {
    var dependents: [String: [String]] = [:]
    for (module, needs) in edges(platform: platform) {
      for need in needs { dependents[need, default: []].append(module) }
    }
    var reached = modules
    var open = Array(modules)
    while let module = open.popLast() {
      for dependent in dependents[module] ?? [] where reached.insert(dependent).inserted {
        open.append(dependent)
      }
    }
    return reached
  }
}
