import Base

/// The Swift modules in a scratch folder, and those that the last plan makes for one another.
struct PlannedModules {
  /// A module in a folder where imports look. Modules of macros and of tools that a build runs lie in a folder of their
  /// own.
  struct Module: Hashable {
    let name: String
    let isForHost: Bool
  }

  private struct Step {
    let inputs: [Int]
    let modules: [Module]
  }

  /// The modules in the folder, also those of other builds.
  let lying: Set<Module>
  /// False when the engine does not say what it planned.
  let isPlanKnown: Bool
  private var steps: [Step] = []
  /// The step that makes a file, and the step that makes a module.
  private var makers: [Int: Int] = [:]
  private var places: [Module: Int] = [:]
  private var files: [[UInt8]] = []

  /// For an engine whose plan cannot be read.
  init(lyingIn folder: String) {
    lying = Set(Self.modules(in: folder, isForHost: false))
    isPlanKnown = false
  }

  /// Reads the lists `inputs` and `outputs` of all steps of SwiftPM's plan. `folder` has the outputs.
  init(_ plan: [UInt8], in folder: String) {
    lying = Set(
      Self.modules(in: "\(folder)/Modules", isForHost: false)
        + Self.modules(in: "\(folder)/Modules\(NativeEngine.hostEnding)", isForHost: true))
    isPlanKnown = true
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    var inputs: [Int] = []
    for line in plan.split(separator: UInt8(ascii: "\n")) {
      let line = line.drop { $0 == UInt8(ascii: " ") }
      let isInput = line.starts(with: "inputs: [".utf8)
      guard isInput || line.starts(with: "outputs: [".utf8) else { continue }
      let parts = line.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
      let paths = parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
      let found = paths.map { path in
        if let number = numbers[path] { return number }
        numbers[path] = files.count
        files.append(Array(path))
        return files.count - 1
      }
      if isInput {
        inputs = found
        continue
      }
      let modules = paths.compactMap(Self.module)
      for file in found { makers[file] = steps.count }
      for module in modules { places[module] = steps.count }
      steps.append(Step(inputs: inputs, modules: modules))
      inputs = []
    }
  }

  private static let ending = ".swiftmodule"

  private static func modules(in folder: String, isForHost: Bool) -> [Module] {
    LocalFiles.names(in: folder).filter { $0.hasSuffix(ending) }.map { name in
      Module(name: String(name.dropLast(ending.utf8.count)), isForHost: isForHost)
    }
  }

  /// `…/Modules/Core.swiftmodule` is the module Core.
  private static func module(at path: ArraySlice<UInt8>) -> Module? {
    guard path.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return nil }
    let parts = path.split(separator: UInt8(ascii: "/"))
    guard parts.count > 1 else { return nil }
    let folder = parts[parts.count - 2]
    return Module(
      name: String(decoding: parts[parts.count - 1].dropLast(ending.utf8.count), as: UTF8.self),
      isForHost: folder.suffix(NativeEngine.hostEnding.utf8.count).elementsEqual(NativeEngine.hostEnding.utf8)
    )
  }

  /// Returns the modules with these compiled names, and all that their steps wait for: directly, or by way of a program,
  /// a library or an object.
  func made(for names: Set<String>) -> Set<Module> {
    let roots = names.flatMap { [Module(name: $0, isForHost: false), Module(name: $0, isForHost: true)] }
    var pending = roots.compactMap { places[$0] }
    var seen = Set(pending)
    var found: Set<Module> = []
    while let step = pending.popLast() {
      found.formUnion(steps[step].modules)
      for file in steps[step].inputs {
        if let maker = makers[file], seen.insert(maker).inserted { pending.append(maker) }
      }
    }
    return found
  }

  /// Returns the Swift sources of a module that lie below a folder.
  func sources(of module: Module, below folder: String) -> [String] {
    guard let step = places[module] else { return [] }
    let (start, ending) = ("\(folder)/".utf8, ".swift".utf8)
    return steps[step].inputs.map { files[$0] }
      .filter { $0.starts(with: start) && $0.suffix(ending.count).elementsEqual(ending) }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
