/// The configuration that SwiftPM builds.
package enum BuildConfiguration: String, Sendable, Hashable, CaseIterable {
  case debug, release
}

/// The build system of SwiftPM, as people choose it; `auto` leaves it to the toolchain.
package enum EngineChoice: String, Sendable, Hashable, CaseIterable {
  case auto, native, swiftbuild
}
