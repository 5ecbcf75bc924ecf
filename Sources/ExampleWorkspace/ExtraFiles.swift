/// The files beyond those that the packages need: small sources, and resources in targets that have some.
enum ExtraFiles {
  /// Distributes exactly `count` files unevenly, as in real workspaces: a target gets one to eight shares.
  static func spread(_ count: Int, over packages: inout [ExamplePackage], seed: UInt64) {
    var random = SplitMix64(seed: seed ^ 0xF11E5)
    var places: [(package: Int, target: Int, upTo: Int)] = []
    var total = 0
    for package in packages.indices {
      for target in packages[package].targets.indices where takesFiles(packages[package].targets[target]) {
        total += 1 + random.below(8)
        places.append((package, target, total))
      }
    }
    var dealt = 0
    for place in places {
      let due = count * place.upTo / total
      packages[place.package].targets[place.target].extraFiles = due - dealt
      dealt = due
    }
  }

  private static func takesFiles(_ target: ExampleTarget) -> Bool {
    switch target.role {
    case .main, .models, .testSupport, .program, .swiftTests, .xcTests: true
    case .cCode, .appleBridge, .journal, .tool, .plugin: false
    }
  }

  static func files(of target: ExampleTarget) -> [(path: String, contents: String)] {
    (0..<target.extraFiles).map { number in
      if target.hasResources, number % 8 == 7 {
        return (
          "\(target.folder)/Resources/item\(number).json",
          "{\"item\": \(number), \"of\": \"\(target.name)\"}\n"
        )
      }
      // A folder has fifty files, so that folders of a large workspace stay realistic.
      return ("\(target.folder)/Part\(number / 50)/\(typeName(target, number)).swift", source(target, number))
    }
  }

  private static func typeName(_ target: ExampleTarget, _ number: Int) -> String {
    "\(target.name)Part\(number)"
  }

  private static func source(_ target: ExampleTarget, _ number: Int) -> String {
    let next = number % 7 == 0 || target.hasResources ? nil : "\(target.name)Part\(number - 1)"
    return """
      /// Part \(number) of \(target.name).
      struct \(typeName(target, number)) {
        var amount = \(number % 97)

        /// The amount after `steps` steps.
        func total(after steps: Int) -> Int {
          amount + steps * \(number % 13 + 1)\(next.map { " + \($0)().amount" } ?? "")
        }
      }

      """
  }
}
