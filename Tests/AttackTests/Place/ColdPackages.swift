import ProgramSupport
import TestSupport

/// What plain SwiftPM says of features that are built from nothing, in a copy of the workspace at another path.
final class ColdPackages: Sendable {
  /// Half of the time would go into an index of the SDK.
  private static let indexingLess = "-Xswiftc -index-ignore-system-modules"

  private let place: FeaturePlace
  private let folder: String

  /// Copies that are used at the same time have different names.
  init(_ place: FeaturePlace, named name: String = "cold") throws {
    self.place = place
    folder = "\(place.root)/\(name)"
    // What the SDK's own modules become, once for all: nothing that is ever changed is in them.
    try place.sh(
      """
      mkdir -p \(folder)/plain/Tests/PlainTests
      cd \(folder)/plain
      cat >Package.swift <<END
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(name: "Plain", targets: [.testTarget(name: "PlainTests")])
      END
      printf 'import Foundation\\nimport XCTest\\n' >Tests/PlainTests/Plain.swift
      swift build --build-tests --scratch-path \(folder)/scratch \(Self.indexingLess) >&2
      cd ../scratch
      for cache in */debug/ModuleCache; do mkdir -p ../modules/$cache; mv $cache ../modules/${cache%/*}/; done
      """)
  }

  /// Where the copy lies.
  var copied: String { "\(folder)/work" }

  /// Copies the workspace as it is now.
  func copy() throws {
    try place.sh(
      """
      rm -rf \(folder)/work
      mkdir \(folder)/work
      for path in *; do cp -a "$path" \(folder)/work/; done
      """)
  }

  /// The verdict on a feature in the copy.
  func verdict(
    on feature: Feature, environment: [String: String] = [:], under tracer: String = "",
    compilingModules: Bool = false
  ) throws -> Verdict {
    let variables = place.environment.merging(environment) { $1 }
    let output = try place.sh(
      """
      \(variables.map { "export \($0)='\($1)'" }.sorted().joined(separator: "\n"))
      cd \(folder)
      rm -rf scratch
      \(compilingModules ? "" : "cp -al modules scratch")
      cd 'work/\(feature.folder)'
      \(tracer) swift test --scratch-path \(folder)/scratch --manifest-cache none \(Self.indexingLess) \
        </dev/null 2>&1 || echo '<failed>'
      """)
    return output.hasSuffix("<failed>") ? Verdict(failure: output) : .passed
  }
}
