import TestSupport

/// Draws what a step does to the model.
struct StepEdit {
  /// What was done, in words.
  private(set) var words = ""
  private(set) var workspace: StepWorkspace

  /// An edit of that kind, which also mends what the last step broke on purpose.
  init(_ kind: StepKind, of workspace: StepWorkspace, using random: inout SeededGenerator) {
    self.workspace = workspace
    self.workspace.isBroken = false
    self.workspace.strict = []
    if Int.random(in: 0..<3, using: &random) == 0 { self.workspace.declaresExtra = true }
    if Int.random(in: 0..<4, using: &random) == 0, self.workspace.present.remove(.plugin) != nil {
      say("without plugin")
    }
    switch kind {
    case .header: editHeader(&random)
    case .resource: change([("text", \.processedResource), ("copied file", \.copiedResource)], &random)
    case .generated: editGenerator(&random)
    case .trait: switchTrait(&random)
    case .removal: remove(&random)
    case .sameSize: changeSameSize(&random)
    case .other, .revert, .branchSwitch: editOther(&random)
    }
  }

  private typealias Number = (name: String, path: WritableKeyPath<StepWorkspace, Int>)

  private static var bodies: [Number] {
    [
      ("C source", \.sourceOfC), ("body of Numbers", \.bodyOfNumbers), ("inlinable", \.inlinable),
      ("body of Shape", \.bodyOfShape), ("body of App", \.bodyOfApp),
    ]
  }

  private var others: [Number] {
    let both: [Number] = [
      ("header constant", \.headerConstant), ("header factor", \.headerFactor),
      ("text", \.processedResource), ("copied file", \.copiedResource),
    ]
    return workspace.kind == .plans ? both : both + Self.generated
  }

  private static var generated: [Number] {
    [("plugin", \.pluginArgument), ("tool", \.toolConstant), ("generator input", \.generatorInput)]
  }

  private mutating func editHeader(_ random: inout SeededGenerator) {
    guard Int.random(in: 0..<3, using: &random) > 0 else {
      workspace.hasWideStruct.toggle()
      return say("wide struct \(workspace.hasWideStruct)")
    }
    change([("header constant", \.headerConstant), ("header factor", \.headerFactor)], &random)
    pad([.header], &random)
  }

  private mutating func editGenerator(_ random: inout SeededGenerator) {
    guard workspace.kind == .plugins else { return editPlan(&random) }
    if workspace.present.insert(.plugin).inserted { say("with plugin") }
    change(Self.generated, &random)
    pad([.plugin, .tool], &random)
  }

  /// What a plan hangs on, in a package that is merely depended on.
  private mutating func editPlan(_ random: inout SeededGenerator) {
    let parts: [StepRemovable] = [.shapeSource, .shapeHeader, .shapeObject, .inner, .tool]
    switch Int.random(in: 0..<parts.count + 2, using: &random) {
    case parts.count:
      workspace.isLoud.toggle()
      say("Shape loud \(workspace.isLoud)")
    case parts.count + 1:
      workspace.isMovedInside.toggle()
      say("moved inside \(workspace.isMovedInside)")
    case let place:
      let isThere = workspace.present.remove(parts[place]) != nil
      if !isThere { workspace.present.insert(parts[place]) }
      say("\(isThere ? "without" : "with") \(parts[place])")
    }
  }

  private mutating func switchTrait(_ random: inout SeededGenerator) {
    if Bool.random(using: &random) {
      workspace.asksForFancy.toggle()
      say("App asks for Fancy \(workspace.asksForFancy)")
    } else {
      workspace.isFancyByDefault.toggle()
      say("Fancy by default \(workspace.isFancyByDefault)")
    }
  }

  /// One thing goes; often another one comes back, so that there is always something to remove.
  private mutating func remove(_ random: inout SeededGenerator) {
    let present = workspace.kind.removables.filter(workspace.present.contains)
    let absent = workspace.kind.removables.filter { !workspace.present.contains($0) }
    if let gone = present.randomElement(using: &random) {
      workspace.present.remove(gone)
      say("without \(gone)")
    }
    if present.count <= 4 || Bool.random(using: &random), let back = absent.randomElement(using: &random) {
      workspace.present.insert(back)
      say("with \(back)")
    }
  }

  private mutating func changeSameSize(_ random: inout SeededGenerator) {
    guard let number = (Self.bodies + others).randomElement(using: &random) else { return }
    let old = workspace[keyPath: number.path]
    let range = old < 10 ? 0...9 : old < 100 ? 10...99 : 100...999
    set(number, differently(from: old, in: range, &random))
  }

  private mutating func editOther(_ random: inout SeededGenerator) {
    switch Int.random(in: 0..<9, using: &random) {
    case 3:
      workspace.declaresExtra.toggle()
      say("declares Extra \(workspace.declaresExtra)")
    case 0:
      workspace.isBroken = true
      say("App does not compile")
    case 1:
      workspace.strict = Set([StepTest.allCases.randomElement(using: &random)].compactMap { $0 })
      say("strict \(workspace.strict.map(\.rawValue).joined())")
    case 2:
      workspace.givesText.toggle()
      say("gives text \(workspace.givesText)")
    default:
      change(Self.bodies, &random)
      pad([.sourceOfC, .numbers, .words, .shape, .app], &random)
    }
  }

  private mutating func change(_ numbers: [Number], _ random: inout SeededGenerator) {
    guard let number = numbers.randomElement(using: &random) else { return }
    set(number, differently(from: workspace[keyPath: number.path], in: 0...999, &random))
  }

  private mutating func set(_ number: Number, _ value: Int) {
    workspace[keyPath: number.path] = value
    say("\(number.name) \(value)")
  }

  private func differently(from old: Int, in range: ClosedRange<Int>, _ random: inout SeededGenerator) -> Int
  {
    let value = Int.random(in: range.lowerBound..<range.upperBound, using: &random)
    return value < old ? value : value + 1
  }

  private mutating func pad(_ areas: [StepArea], _ random: inout SeededGenerator) {
    guard Bool.random(using: &random), let area = areas.randomElement(using: &random) else { return }
    workspace.padding[area] = Int.random(in: 1...40, using: &random)
    say("comment in \(area)")
  }

  private mutating func say(_ more: String) {
    words += words.isEmpty ? more : ", \(more)"
  }
}
