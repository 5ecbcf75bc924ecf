/// The packages beyond the reference ones, in layers. Each depends on a few packages of lower layers.
struct RandomPackages {
  private var random: SplitMix64
  private(set) var blueprints: [Blueprint] = []
  private var positions: [ExamplePackage.Layer: [Int]] = [:]

  init(count: Int, seed: UInt64) {
    random = SplitMix64(seed: seed)
    ReferencePackages.blueprints.forEach { append($0) }
    let extra = count - blueprints.count
    var sizes: [ExamplePackage.Layer: Int] = [
      .vendor: extra / 20, .core: extra / 4, .contracts: extra / 5, .apps: extra / 20,
    ]
    sizes[.features] = extra - sizes.values.reduce(0, +)
    for layer in ExamplePackage.Layer.allCases {
      for number in 0..<(sizes[layer] ?? 0) { add(layer, number) }
    }
  }
}

extension RandomPackages {
  private static let words = [
    "Account", "Address", "Analytics", "Basket", "Billing", "Calendar", "Campaign", "Chat", "Consent",
    "Coupon", "Delivery", "Device", "Discount", "Export", "Feed", "Gallery", "Gift", "Identity", "Import",
    "Inbox", "Inventory", "Invoice", "Journey", "Label", "Location", "Login", "Loyalty", "Map", "Media",
    "Metric", "Offer", "Order", "Parcel", "Payment", "Photo", "Pricing", "Queue", "Rating", "Receipt",
    "Refund", "Return", "Review", "Reward", "Search", "Session", "Shelf", "Stock", "Store", "Survey",
    "Ticket", "Tracking", "Wallet",
  ]

  private static func name(_ layer: ExamplePackage.Layer, _ number: Int) -> String {
    let round = number / words.count
    let word = words[number % words.count] + (round == 0 ? "" : "\(round + 1)")
    switch layer {
    case .vendor: return "Open\(word)"
    case .core: return "Core\(word)"
    case .contracts: return "\(word)Contract"
    case .features: return "\(word)Feature"
    case .apps: return "\(word)App"
    }
  }

  private mutating func add(_ layer: ExamplePackage.Layer, _ number: Int) {
    var features = chooseFeatures(layer)
    var dependencies = Set(chooseDependencies(layer))
    if layer == .features, random.oneIn(12) {
      features.insert(.usesPlugin)
      dependencies.insert(ReferencePackages.generator)
    }
    let journals = dependencies.contains(ReferencePackages.storage) && random.oneIn(40)
    append(
      Blueprint(
        layer: layer, name: Self.name(layer, number), features: features,
        dependencies: dependencies.sorted(), journals: journals ? [ReferencePackages.storage] : []))
  }

  private mutating func append(_ blueprint: Blueprint) {
    positions[blueprint.layer, default: []].append(blueprints.count)
    blueprints.append(blueprint)
  }

  private mutating func chooseFeatures(_ layer: ExamplePackage.Layer) -> Set<Blueprint.Feature> {
    var features: Set<Blueprint.Feature> = [random.oneIn(3) ? .xcTests : .swiftTests]
    if layer == .apps { features.insert(.program) }
    if layer == .vendor { features.insert(.ownFolders) }
    let odds: [(Blueprint.Feature, Int)] = [
      (.models, 4), (.otherProductName, 6), (.resources, 8), (.cCode, 12), (.appleBridge, 16),
      (.testSupport, 10), (.strictSettings, 5),
    ]
    for (feature, odd) in odds where random.oneIn(odd) { features.insert(feature) }
    if layer == .features, random.oneIn(8) { features.insert(.program) }
    return features
  }

  /// Earlier packages of the layers below. Nearly everything depends on `Core`, as in real workspaces.
  private mutating func chooseDependencies(_ layer: ExamplePackage.Layer) -> [Int] {
    switch layer {
    case .vendor: []
    case .core: [1] + pick(2, from: .core) + (random.oneIn(8) ? pick(1, from: .vendor) : [])
    case .contracts: [1] + pick(1, from: .core) + pick(1, from: .contracts)
    case .features: pick(3, from: .core) + pick(2, from: .contracts)
    case .apps: pick(2, from: .core) + pick(6, from: .features)
    }
  }

  private mutating func pick(_ count: Int, from layer: ExamplePackage.Layer) -> [Int] {
    let candidates = positions[layer] ?? []
    return random.pick(count, below: candidates.count).map { candidates[$0] }
  }
}

/// A small random number generator with fixed numbers, so that a seed always names the same workspace. The standard
/// library promises no such thing for `random(in:)`.
struct SplitMix64 {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from zero up to, but not including, `bound`. The bias is too small to show in a workspace.
  mutating func below(_ bound: Int) -> Int {
    bound > 0 ? Int(next() % UInt64(bound)) : 0
  }

  mutating func oneIn(_ count: Int) -> Bool {
    below(count) == 0
  }

  /// Up to `count` different numbers below `bound`, in ascending order.
  mutating func pick(_ count: Int, below bound: Int) -> [Int] {
    var picked: Set<Int> = []
    for _ in 0..<count where bound > 0 { picked.insert(below(bound)) }
    return picked.sorted()
  }
}

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
