import Arguments
import Base
import Graph
import Reports
import Session
import Store

/// `ambit trust`: edits the user's own list of remote caches.
struct TrustCommand: CommandWithOptions {
  let options: TrustOptions

  func run(_ world: World, _ global: GlobalOptions, _ console: CommandOutput) throws(Failure) -> ExitCode {
    if case .key(let file) = options.task {
      let report = try Self.makeKey(in: file, world)
      console.answer(json: report.json, text: report.lines)
      return .success
    }
    guard let path = world.trustFile else {
      throw Failure(
        code: "no-trust-file", message: "there is no folder for trusted caches",
        hints: ["set HOME or XDG_CONFIG_HOME to an absolute path"])
    }
    let config = try global.insideRepository { () throws(Failure) in
      try OpenWorkspace.open(world, global, headRevision: nil).config
    }
    let named = config?.cache.remote?.url
    var file = try TrustFile.read(path)
    let change = try apply(to: &file, named)
    if change != nil { try file.write(to: path) }
    let report = TrustReport(
      change: change, remotes: file.entries, file: path, named: named)
    console.answer(json: report.json, text: report.lines)
    return .success
  }

  private func apply(to file: inout TrustFile, _ named: String?) throws(Failure) -> TrustReport.Change? {
    switch options.task {
    case .list, .key: return nil
    case .allow(let url, let allowance):
      let url = try Self.address(url, named)
      for key in allowance.keys { _ = try RemoteSettings.trustedKey(key) }
      file.allow(url, allowance)
      return .allowed(url)
    case .revoke(let url, let keys):
      let url = try Self.address(url, named)
      return file.revoke(url, keys: keys)
        ? .revoked(keys.isEmpty ? url : keys.joined(separator: ", ")) : .absent(url)
    }
  }

  private static func address(_ url: String?, _ named: String?) throws(Failure) -> String {
    guard let url = url ?? named else {
      throw Failure(
        code: "no-cache-url", message: "workspace.json names no remote cache here",
        hints: ["name one: `ambit trust allow https://cache.example/team`"])
    }
    guard RemoteAddress(url) != nil else { throw RemoteSettings.badAddress(url, "the command line") }
    return url
  }

  private static func makeKey(in file: Argument, _ world: World) throws(Failure) -> TrustReport {
    let path = world.absoluteText(file.bytes)
    guard !LocalFiles.isThere(path) else {
      throw Failure(
        code: "key-exists", message: "the key file \(file.quoted) exists already",
        hints: ["name another file: without the old key, everything it signed is worthless"])
    }
    guard let (key, seed) = SigningKey.generate() else {
      throw Failure(code: "no-random-bytes", message: "the system has no random bytes for a key", hints: [])
    }
    LocalFiles.makeFolders(LocalFiles.folder(of: path))
    guard
      LocalFiles.write(Array("\(SignatureKeyText.text(ofSeed: seed))\n".utf8), to: path, permissions: 0o600)
    else {
      throw Failure(
        code: "key-unwritable", message: "cannot write the key \(file.quoted)",
        hints: ["name a file in your own folder, outside of every repository"])
    }
    return TrustReport(
      change: .madeKey(file: path, publicKey: SignatureKeyText.text(of: key.publicKey)), remotes: [],
      file: world.trustFile ?? "")
  }
}

extension TrustFile {
  fileprivate mutating func allow(_ url: String, _ allowance: TrustOptions.Allowance) {
    var entry = self[url] ?? Entry(url: url)
    if let mode = allowance.mode { entry.mode = mode }
    if allowance.requiresSignature { entry.requiresSignature = true }
    if allowance.isDefault {
      for index in entries.indices { entries[index].isDefault = false }
      entry.isDefault = true
    }
    for key in allowance.keys where !entry.keys.contains(key) { entry.keys.append(key) }
    if let index = index(of: url) { entries.remove(at: index) }
    entries.append(entry)
    entries.sort { $0.url < $1.url }
  }

  /// Returns true when something was removed.
  fileprivate mutating func revoke(_ url: String, keys: [String]) -> Bool {
    guard let index = index(of: url) else { return false }
    guard !keys.isEmpty else {
      entries.remove(at: index)
      return true
    }
    let count = entries[index].keys.count
    entries[index].keys.removeAll { keys.contains($0) }
    return entries[index].keys.count < count
  }
}

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

struct TrustOptions: CommandOptions {
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
    var mode: RemoteConfig.Mode?
    var keys: [String] = []
    var requiresSignature = false
    var isDefault = false
  }

  let task: Task

  init(_ arguments: ParsedArguments) throws(Failure) {
    let words = arguments.positionals
    let action = words.first?.text.flatMap(TrustAction.init(rawValue:)) ?? .list
    if let extra = words.dropFirst(action == .list ? 1 : 2).first {
      throw Failure.usage(
        "unexpected argument \(extra.quoted) for `ambit trust \(action.rawValue)`",
        hints: [Failure.helpHint(for: arguments.command)])
    }
    let flags: [(FlagSpec, [TrustAction])] = [
      (.remoteMode, [.allow]), (.requireSignature, [.allow]), (.everywhere, [.allow]),
      (.trustedKey, [.allow, .revoke]),
    ]
    for (flag, actions) in flags where arguments.has(flag) && !actions.contains(action) {
      throw Failure.usage(
        "'\(flag.name)' is for `ambit trust \(actions.map(\.rawValue).joined(separator: "` and `"))`",
        hints: [Failure.helpHint(for: arguments.command)])
    }
    let word = words.dropFirst().first
    switch action {
    case .list: task = .list
    case .allow:
      var allowance = Allowance()
      allowance.mode = arguments.choice(.remoteMode)
      allowance.keys = arguments.texts(.trustedKey)
      allowance.requiresSignature = arguments.has(.requireSignature)
      allowance.isDefault = arguments.has(.everywhere)
      task = .allow(word?.text, allowance)
    case .revoke: task = .revoke(word?.text, keys: arguments.texts(.trustedKey))
    case .key:
      guard let word else {
        throw Failure.usage(
          "`ambit trust key` needs a file for the signing key",
          hints: ["for example `ambit trust key ~/.config/ambit/signing-key`"])
      }
      task = .key(word)
    }
  }
}

extension FlagSpec {
  static let remoteMode = option(
    "mode", "MODE", .choice(["read", "read-write"]), default: "read-write",
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

  var concernsBuilds: Bool { false }
}
