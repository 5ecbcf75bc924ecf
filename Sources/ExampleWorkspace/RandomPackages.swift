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
