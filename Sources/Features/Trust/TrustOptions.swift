import Arguments

enum TrustAction: String, Sendable, Hashable, CaseIterable {
  case list, allow, revoke, key

  fileprivate var choice: PositionalSpec.Choice {
    switch self {
    case .list: .init(rawValue, "Show the trusted caches, and the one that this workspace names")
    case .allow: .init(rawValue, "Trust a cache; without ADDRESS the one of workspace.json")
    case .revoke: .init(rawValue, "Trust a cache no more, or with --key a key of it")
    case .key: .init(rawValue, "Make a signing key in a file, and print its public half")
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
          "`ambit trust key` needs the file in which the signing key is to be kept",
          hints: ["such as `ambit trust key ~/.config/ambit/signing-key`"])
      }
      self.init(.key(word))
    }
  }
}

extension FlagSpec {
  static let remoteMode = option(
    "mode", "MODE", .choice(TrustOptions.Mode.allCases.map(\.rawValue)), default: "read-write",
    "For allow: read alone, or write as well where a credential allows it")
  static let requireSignature = toggle(
    "require-signature", "For allow: believe only records that a trusted key has signed")
  static let trustedKey = option(
    "key", "KEY", .text, arity: .repeated,
    "For allow and revoke: a public key whose signatures count; NAMESPACE=KEY for that namespace alone")
  static let everywhere = toggle(
    "everywhere", "For allow: use it also where no workspace.json names a remote cache")
}

extension TrustCommand {
  static let spec = CommandSpec(
    "trust", .machine, "Choose the remote caches to trust",
    discussion: [
      "A remote cache hands out results and build states that others made. The environment "
        + "(AMBIT_CACHE_URL) or this user chooses the cache. An address in workspace.json counts only once "
        + "you allow it here, so that no pull request can point Ambit at a server of its own.",
      "Another 'allow' of the same address adds keys and changes its settings. A signing key belongs to CI's secrets.",
    ],
    positionals: [
      PositionalSpec(
        "ACTION", choices: TrustAction.allCases.map(\.choice), "What to do (default: list)"),
      PositionalSpec(
        "ADDRESS", .path, repeated: true,
        "The remote cache for allow and revoke, the file for key"),
    ],
    flags: [.remoteMode, .trustedKey, .requireSignature, .everywhere],
    mainFlags: [.remoteMode, .trustedKey],
    examples: [
      Example("ambit trust", "what is trusted, and what this workspace names"),
      Example("ambit trust allow", "the remote cache that workspace.json names"),
      Example("ambit trust allow https://cache.example/team --mode read", "one that is only read"),
      Example("ambit trust key ~/.config/ambit/signing-key", "a key to sign with"),
    ]
  )

  init(_ arguments: ParsedArguments) throws(UsageError) {
    options = try TrustOptions(arguments)
  }

  var concernsBuilds: Bool { false }
}
