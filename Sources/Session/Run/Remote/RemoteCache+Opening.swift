package import Base
package import Graph
package import Store

extension RemoteCache {
  /// Opens the remote cache. Returns nil where there is none, with warnings if the user should know why.
  package static func open(
    _ config: WorkspaceConfig, _ local: LocalStore, _ world: World, repository: String, head: String?
  ) throws(Failure) -> (cache: RemoteCache?, warnings: [Warning]) {
    switch try RemoteSettings.choose(config, world, repository: repository, head: head) {
    case .none: return (nil, [])
    case .distrusted(let url):
      return (
        nil,
        [
          Warning(
            code: "remote-not-trusted",
            message:
              "workspace.json names the remote cache \(Text.escapingControls(url)), which you do not trust yet",
            hints: ["if it is your team's: `ambit trust allow \(Text.escapingControls(url))`"])
        ]
      )
    case .chosen(let settings):
      if settings.policy.trust.requiresSignature, settings.policy.trust.keys.isEmpty {
        return (
          nil,
          [
            Warning(
              code: "remote-without-keys",
              message:
                "the remote cache \(settings.address) is not used: signatures are required, and no key is trusted",
              hints: ["`ambit trust allow \(settings.address) --key KEY`, or set AMBIT_CACHE_KEYS"])
          ]
        )
      }
      HTTPClient.warmUp()
      let stop = StopFlag()
      let store = settings.store(world) { stop.isSet || ProcessSupervisor.shared.isStopped }
      return (
        RemoteCache(
          store, at: settings.address.description, local: local, policy: settings.policy,
          ledger: world.cacheFolder.map {
            SentLedger(settings.address.description, settings.policy.namespaces.own, cacheFolder: $0)
          }, stop: stop), []
      )
    }
  }
}

extension RemoteSettings {
  func client(_ world: World, isStopped: @escaping @Sendable () -> Bool) -> HTTPClient {
    var surroundings = HTTPSurroundings(world.environment)
    if credential?.credential == .netrc { surroundings.netrc = world.netrcFile }
    return HTTPClient(surroundings, isStopped: isStopped)
  }

  /// True when the cache's protocol can also run programs.
  package var canExecute: Bool { address.scheme == .grpc || address.scheme == .grpcs }

  /// The client that runs programs on workers. Use it only where `canExecute` is true.
  /// A stopped run waits no longer, but still tells the server to stop.
  package func executor(_ world: World) -> REAPIExecutor {
    let client = client(world) { ProcessSupervisor.shared.isStopped }
    return REAPIExecutor(
      REAPIStore(client, address, credential?.credential), in: policy.namespaces.own,
      farewell: self.client(world) { false })
  }

  package func store(_ world: World, isStopped: @escaping @Sendable () -> Bool = { false }) -> any RemoteStore
  {
    let client = client(world, isStopped: isStopped)
    switch address.scheme {
    case .http, .https: return HTTPStore(client, address, credential?.credential)
    case .grpc, .grpcs: return REAPIStore(client, address, credential?.credential)
    case .s3:
      var key: S3Credential?
      if case .s3(let found) = credential?.credential { key = found }
      return S3Store(client, address, S3Place(world.environment), key, date: world.date)
    }
  }
}
