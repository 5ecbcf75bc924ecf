import Arguments

enum TrustAction: String, Sendable, Hashable, CaseIterable {
  case list, allow, revoke, key

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .list: .init(rawValue, "Show the trusted caches, and the cache of this workspace")
    case .allow: .init(rawValue, "Trust a cache; without ADDRESS, the cache of workspace.json")
    case .revoke: .init(rawValue, "Stop trusting a cache, or with --key one of its keys")
    case .key: .init(rawValue, "Write a signing key to a file, and print its public key")
    }
  }
}

struct TrustOptions: Sendable, Hashable {
  enum Mode: String, Sendable, Hashable, CaseIterable {
    case read
    case readWrite = "read-write"
  }

  enum Task: Sendable, Hashable {
    case list
    /// Trusts an address. Without one it is the address that workspace.json names.
    case allow(String?, Allowance)
    /// Revokes the given keys; without keys the address itself.
    case revoke(String?, keys: [String])
    /// Makes a signing key in this file.
    case key(Argument)
  }

  struct Allowance: Sendable, Hashable {
    var mode: Mode?
    var keys: [String] = []
    var requiresSignature = false
    var isDefault = false

    init() {}
  }

  let task: Task

  init(_ task: Task) {
    self.task = task
  }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let words = arguments.positionals
    let action = words.first?.text.flatMap(TrustAction.init(rawValue:)) ?? .list
    if let extra = words.dropFirst(action == .list ? 1 : 2).first {
      throw UsageError(
        "unexpected argument \(extra.quoted) for `ambit trust \(action.rawValue)`",
        hints: [UsageError.helpHint(for: arguments.command)])
    }
    let flags: [(FlagSpec, [TrustAction])] = [
      (.remoteMode, [.allow]), (.requireSignature, [.allow]), (.everywhere, [.allow]),
      (.trustedKey, [.allow, .revoke]),
    ]
    for (flag, actions) in flags where arguments.has(flag) && !actions.contains(action) {
      throw UsageError(
        "'\(flag.name)' is for `ambit trust \(actions.map(\.rawValue).joined(separator: "` and `"))`",
        hints: [UsageError.helpHint(for: arguments.command)])
    }
    let word = words.dropFirst().first
    switch action {
    case .list: self.init(.list)
    case .allow:
      var allowance = Allowance()
      allowance.mode = arguments.text(.remoteMode).flatMap(Mode.init(rawValue:))
      allowance.keys = arguments.texts(.trustedKey)
      allowance.requiresSignature = arguments.has(.requireSignature)
      allowance.isDefault = arguments.has(.everywhere)
      self.init(.allow(word?.text, allowance))
    case .revoke: self.init(.revoke(word?.text, keys: arguments.texts(.trustedKey)))
    case .key:
      guard let word else {
        throw UsageError(
          "`ambit trust key` needs a file for the signing key",
          hints: ["for example `ambit trust key ~/.config/ambit/signing-key`"])
      }
      self.init(.key(word))
    }
  }
}

extension FlagSpec {
  static let remoteMode = option(
    "mode", "MODE", .choice(TrustOptions.Mode.allCases.map(\.rawValue)), default: "read-write",
    "For allow: only read, or also write if a credential allows it")
  static let requireSignature = toggle(
    "require-signature", "For allow: accept only records signed by a trusted key")
  static let trustedKey = option(
    "key", "KEY", .text, arity: .repeated,
    "For allow and revoke: a trusted public key; NAMESPACE=KEY for one namespace only")
  static let everywhere = toggle(
    "everywhere", "For allow: use the cache also if workspace.json names no remote cache")
}

extension TrustCommand {
  static let spec = CommandSpec(
    "trust", .machine, "Choose the remote caches to trust",
    discussion: [
      "A remote cache serves results and build states of other machines. You choose the cache here or in "
        + "the environment (AMBIT_CACHE_URL). An address in workspace.json has no effect until you allow it "
        + "here. So no pull request can point Ambit at its own server.",
      "A second 'allow' of the same address adds keys and changes its settings. Keep a signing key in "
        + "CI's secrets.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: TrustAction.allCases.map(\.choice), "The action (default: list)"),
      PositionalSpec(
        "ADDRESS", .path, repeated: true,
        "The remote cache for allow and revoke, the file for key"),
    ],
    flags: [.remoteMode, .trustedKey, .requireSignature, .everywhere],
    mainFlags: [.remoteMode, .trustedKey],
    examples: [
      Example("ambit trust", "the trusted caches, and the cache of this workspace"),
      Example("ambit trust allow", "the remote cache of workspace.json"),
      Example("ambit trust allow https://cache.example/team --mode read", "a read-only cache"),
      Example("ambit trust key ~/.config/ambit/signing-key", "a new signing key"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try TrustOptions(arguments)
  }

  var concernsBuilds: Bool { false }
}
