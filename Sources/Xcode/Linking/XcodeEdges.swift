import Base

/// Collects the modules and packages that one target needs.
struct XcodeEdges {
  private let all: LinkIndex
  private let own: LinkedTarget
  private var kinds: [ModuleID: XcodeModule.EdgeKind] = [:]
  private(set) var externalPackages: Set<String> = []
  /// The local packages whose products the target uses.
  private(set) var packages: [RelativePath: XcodeSources.Package] = [:]
  /// The products of declared dependencies. They are not looked up again.
  private var declared: Set<String> = []

  init(_ own: LinkedTarget, in all: LinkIndex, _ notes: inout LinkNotes) {
    self.own = own
    self.all = all
    collectDependencies(&notes)
    collectUses()
    collectFlags()
    collectHosts(&notes)
    collectPackages(&notes)
  }

  var edges: [XcodeModule.Edge] {
    kinds.map { XcodeModule.Edge($0.key, $0.value) }.sorted { $0.target < $1.target }
  }

  /// Adds an edge. If the module has an edge already, the stronger kind stays.
  private mutating func add(_ module: ModuleID, _ kind: XcodeModule.EdgeKind) {
    guard module != own.id else { return }
    let order: [XcodeModule.EdgeKind] = [.candidate, .implicit, .plugin, .dependency, .host]
    if let known = kinds[module], order.firstIndex(of: known) ?? 0 >= order.firstIndex(of: kind) ?? 0 {
      return
    }
    kinds[module] = kind
  }
}

// MARK: Targets

extension XcodeEdges {
  private mutating func collectDependencies(_ notes: inout LinkNotes) {
    for dependency in own.target.dependencies {
      switch dependency {
      case .target(let name): addDeclared(name, of: own.project.container, &notes)
      case .other(let project, let name): addDeclared(name, of: project, &notes)
      case .dangling(let text):
        let name = text.isEmpty ? "a target without a name" : text
        notes.add(.target, "\(own.id) depends on \(name), which does not exist")
      }
    }
  }

  private mutating func addDeclared(_ name: String, of project: RelativePath, _ notes: inout LinkNotes) {
    let id = ModuleID(package: project, name: name)
    guard let target = all.target(id) else {
      if all.hasProject(project) {
        notes.add(.target, "\(own.id) depends on \(id), which does not exist")
        // Xcode goes by the id of the target, so the name may be an old one of any target there.
        if project != own.project.container {
          for target in all.targets where target.project.container == project { add(target.id, .candidate) }
        }
      } else {
        notes.add(.project, "\(own.id) depends on \(project), which is not in Git")
      }
      return
    }
    declared.formUnion(target.products)
    add(id, .dependency)
  }

  /// Adds edges to the products that the target links and embeds. Xcode finds their targets by the names of the files.
  private mutating func collectUses() {
    for use in own.target.uses {
      if let maker = use.maker {
        add(ModuleID(package: own.project.container, name: maker), .implicit)
        continue
      }
      let components = use.file.split(separator: "/").map(String.init)
      guard let name = components.last else { continue }
      if addMakers(of: name) || use.isEmbedded { continue }
      // A binary may be inside of a bundle: `Shop.bundle/Shop`.
      for bundle in components.dropLast() where bundle.prefix(while: { $0 != "." }) == name {
        addMakers(of: bundle)
      }
    }
  }

  /// Returns true when a target makes the product.
  @discardableResult private mutating func addMakers(of product: String) -> Bool {
    if declared.contains(product) { return true }
    let makers = all.makers(of: product, for: own).filter { own.mayLink($0) }
    for maker in makers { add(maker.id, makers.count == 1 ? .implicit : .candidate) }
    return !makers.isEmpty
  }

  private mutating func collectFlags() {
    let flags = own.scope.values(of: "OTHER_LDFLAGS").alternatives
    for list in flags {
      let words = list.flatMap(ShellWords.split).flatMap { $0.split(separator: ",") }
        .filter { $0 != "-Wl" && $0 != "-Xlinker" }
      for (place, word) in words.enumerated() {
        if word.hasSuffix("framework"), word.hasPrefix("-"), !word.hasPrefix("-upward"),
          let name = words.dropFirst(place + 1).first
        {
          addMakers(of: "\(name).framework")
        } else if let name = Self.library(word) {
          for ending in ["dylib", "tbd", "so", "a"] { addMakers(of: "lib\(name).\(ending)") }
        }
      }
    }
  }

  /// Returns the name in `-lShop` and `-weak-lShop`.
  private static func library(_ word: Substring) -> Substring? {
    for prefix in [
      "-l", "-weak-l", "-needed-l", "-reexport-l", "-hidden-l", "-merge-l", "-lazy-l", "-delay-l",
    ]
    where word.hasPrefix(prefix) && word.count > prefix.count {
      return word.dropFirst(prefix.count)
    }
    return nil
  }
}

// MARK: Hosts

extension XcodeEdges {
  private mutating func collectHosts(_ notes: inout LinkNotes) {
    for setting in ["TEST_HOST", "BUNDLE_LOADER"] {
      for value in own.scope.values(of: setting).alternatives {
        addHost(value.joined(separator: " "), &notes)
      }
    }
    for value in own.scope.values(of: "TEST_TARGET_NAME").alternatives {
      let name = value.joined(separator: " ")
      if !name.isEmpty { addHost(named: name, &notes) }
    }
  }

  /// Adds a host by a path such as `$(BUILT_PRODUCTS_DIR)/Shop.app/Contents/MacOS/Shop`.
  private mutating func addHost(_ path: String, _ notes: inout LinkNotes) {
    guard
      let product = path.split(separator: "/").first(where: { $0.hasSuffix(".app") || $0.hasSuffix(".appex") }
      )
    else { return }
    let isOfMac = path.holds("\(product)/Contents/MacOS")
    let named = all.makers(of: String(product), for: own).filter { maker in
      own.mayLink(maker) && !(isOfMac && maker.platforms?.contains("macosx") == false)
    }
    // If a declared dependency makes the product, only that one counts: two apps of a project may have one name.
    let needed = named.filter { kinds[$0.id] == .dependency }
    let makers = needed.isEmpty ? named : needed
    for maker in makers { add(maker.id, .host) }
    if makers.isEmpty { addHost(named: String(product.prefix { $0 != "." }), &notes) }
  }

  private mutating func addHost(named name: String, _ notes: inout LinkNotes) {
    let ownID = ModuleID(package: own.project.container, name: name)
    if all.target(ownID) != nil { return add(ownID, .host) }
    let others = all.targets(named: name, for: own)
    for other in others { add(other.id, .host) }
    if others.isEmpty {
      notes.add(.host, "\(own.id) is tested in \(Self.shown(name)), which no target builds")
    }
  }

  private static func shown(_ name: String) -> String { name.filter { $0 != ExpandedMark.unknown } }
}

// MARK: Packages

extension XcodeEdges {
  private mutating func collectPackages(_ notes: inout LinkNotes) {
    for product in own.target.products {
      let origin = all.packages.origin(of: product) { all.refers(own.project.container, to: $0.folder) }
      if let external = origin.external {
        externalPackages.insert(external)
        if external == XcodeModule.anyPackage { externalPackages.insert(product.name.lowercased()) }
      }
      var isFound = origin.external != nil
      for package in origin.packages {
        packages[package.folder] = package
        if add(product, of: package) { isFound = true }
      }
      guard !isFound else { continue }
      for package in origin.packages {
        for module in package.products.flatMap(\.modules) { add(module, .dependency) }
      }
      notes.add(.product, "\(own.id) uses the product \(product.name), which no package has")
    }
  }

  private mutating func add(_ product: XcodePackageProduct, of package: XcodeSources.Package) -> Bool {
    // A package that cannot be read may have any product.
    let same = package.products.filter { package.isUnread || $0.name == product.name }
    for found in same {
      for module in found.modules { add(module, found.isPlugin || product.isPlugin ? .plugin : .dependency) }
    }
    return !same.isEmpty
  }
}

/// Warnings about the targets. Many of a kind become one warning, which names the first.
struct LinkNotes {
  enum Kind: Int, CaseIterable {
    case project, target, product, host, settings, include, list, testable, path, script

    var code: String {
      switch self {
      case .path: "unknown-path"
      case .script: "unread-script"
      default: "absent"
      }
    }

    var hint: String {
      switch self {
      case .project: "generate the project first, or commit it"
      case .target, .host: "remove the entry in Xcode, or commit the named project"
      case .product: "add the package to the project in Xcode, or remove the product from the target"
      case .settings, .include: "use `#include?` for an optional file, or commit the file"
      case .list: "commit the file list, or remove it from the script phase"
      case .testable: "remove the entry from the scheme or plan in Xcode"
      case .path: "changes to the file select nothing; use a path relative to $(SRCROOT)"
      case .script: "add the files that the script reads to its input files in Xcode"
      }
    }
  }

  private var found: [Kind: [String]] = [:]
  private var seen: Set<String> = []

  /// Adds a sentence without a period. The same sentence counts once.
  mutating func add(_ kind: Kind, _ sentence: @autoclosure () -> String) {
    let text = sentence()
    if seen.insert("\(kind.rawValue) \(text)").inserted { found[kind, default: []].append(text) }
  }

  var warnings: [Warning] {
    Kind.allCases.compactMap { kind in
      guard let texts = found[kind], let first = texts.first else { return nil }
      let more = texts.count > 1 ? ", and \(texts.count - 1) more" : ""
      return Warning(code: kind.code, message: first + more, hints: [kind.hint])
    }
  }
}
