import Base
import Store

/// The undeclared places that earlier runs of tests looked at, in the state that they have before a run.
struct KnownPlaces: Sendable {
  private let places: [ModuleID: Observation]

  init(_ tests: Set<ModuleID>, _ seen: Footprints, in view: DiskView) {
    let known = tests.map { ($0, seen[$0].tests) }.filter { !$1.isEmpty && $1 != .everything }
    places = Dictionary(uniqueKeysWithValues: known.map { ($0, Observation(Self.sights(of: $1, in: view))) })
  }

  /// Adds the places to what a run saw that may have missed some. nil when one of them changed during the run.
  func completed(_ observation: Observation, for module: ModuleID, in view: DiskView) -> Observation? {
    guard let known = places[module] else { return observation }
    guard known.difference(upTo: .foreign, in: view) == nil else { return nil }
    let met = Footprint.Places(observation.sights)
    return Observation(observation.sights + known.sights.filter { !met.contains($0) })
  }

  /// Nobody keeps which aspect of a place was looked at, so each counts. A link or folder has more than its content.
  private static func sights(of places: Footprint.Places, in view: DiskView) -> [Observation.Sight] {
    func sights(_ places: some Sequence<SeenPlace>, _ aspects: [Aspect]) -> [Observation.Sight] {
      places.flatMap { place in
        aspects.compactMap { aspect in
          view.state(of: place, aspect).map { .init(place, aspect, $0, .foreign) }
        }
      }
    }
    func inside(_ paths: Set<RelativePath>) -> some Sequence<SeenPlace> { paths.lazy.map { .workspace($0) } }
    return sights(inside(places.files), everyAspect) + sights(inside(places.folders), [.names])
      + sights(inside(places.trees), [.tree])
      + sights(places.outside.lazy.map { SeenPlace(beside: $0) }, everyAspect)
  }

  private static let everyAspect: [Aspect] = [.content, .linkKind, .target, .names]
}
