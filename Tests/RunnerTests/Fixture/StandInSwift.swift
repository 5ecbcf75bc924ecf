import Base
import Foundation
import Runner
import RunnerSupport
import SwiftSources
import TestSupport

/// A workspace of packages without sources, and a stand-in for `swift` that obeys a shell script: what SwiftPM
/// does only in bad moments, and tests that no compiler is needed for.
struct StandInSwift {
  let folder: TemporaryFolder
  let names: [String]
  /// What lies beside its folder counts as a part of the toolchain.
  private static let program = "toolchain/bin/swift"

  /// `build` is what `swift build` does after its arguments were noted; it knows the scratch folder as `$scratch`
  /// and can call `made NAME...` for each package that it makes. `test` is what a product does when it is asked to
  /// run its one XCTest case; it can call `started`, `passed` and `ended`. Without that case, it is what a product does
  /// when it is to run what Swift Testing has, and tell of it in the file `$events`.
  init(
    packages names: [String], build: String = #"made $(roots)"#, test: String = "started; passed; ended",
    hasXCTest: Bool = true
  ) throws {
    folder = try TemporaryFolder()
    self.names = names
    for name in names { try folder.write("", to: "\(name)/Package.swift") }
    try folder.write(Self.product(test, hasXCTest), to: "product")
    try folder.write(Self.swift(build), to: Self.program)
    for file in ["product", Self.program] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(file))
    }
  }

  func id(_ package: String) -> ModuleID {
    ModuleID(package: RelativePath(package), name: "\(package)Tests")
  }

  /// Tests of all packages, or of those `wanted`; `traits` and the like may be set by `edit`.
  func plan(
    _ settings: RunSettings = RunSettings(), needs: [String: [String]] = [:], only wanted: [String]? = nil,
    expectedSeconds: [ModuleID: Double] = [:], edit: (inout PackageSketch) -> Void = { _ in }
  ) -> FixturePlan {
    let packages = names.map { name in
      var package = PackageSketch(
        folder: RelativePath(name), name: name,
        modules: [
          ModuleSketch(
            id: ModuleID(package: RelativePath(name), name: name), kind: .regular,
            folder: RelativePath("\(name)/Sources")),
          ModuleSketch(
            id: id(name), kind: .test,
            needs: ([name] + (needs[name] ?? [])).map { ModuleID(package: RelativePath($0), name: $0) }),
        ])
      edit(&package)
      return package
    }
    return plan(
      Set((wanted ?? names).map(id)), packages, settings: settings, expectedSeconds: expectedSeconds)
  }

  /// For packages that are not the fixture's.
  func plan(
    _ affected: Set<ModuleID>, _ packages: [PackageSketch], builds: Set<ModuleID> = [],
    settings: RunSettings = RunSettings(), expectedSeconds: [ModuleID: Double] = [:]
  ) -> FixturePlan {
    FixturePlan.make(
      .test, affected: affected, builds: builds, in: RunWorkspace(packages, root: folder.path),
      scratchRoot: folder.path("scratch"), settings: settings, swift: folder.path(Self.program),
      environment: .fixed(from: [:], toolchainBin: "/nowhere"), expectedSeconds: expectedSeconds)
  }

  func run(
    _ plan: FixturePlan, observer: any RunObserver = NoObserver(), supervisor: ProcessSupervisor = .init()
  ) throws -> RunReport {
    try plan.run(observer: observer, supervisor: supervisor)
  }

  /// The arguments that tell the builds apart, in order.
  var builds: [String] { lines(of: "builds") }

  /// The arguments with which products were started, in order.
  var starts: [String] { lines(of: "starts") }

  /// All programs that were started, with their arguments, in order.
  var calls: [String] { lines(of: "calls") }

  func shown(_ line: String) -> String { line.replacing(folder.path, with: "") }

  private func lines(of name: String) -> [String] {
    let text = (try? String(contentsOfFile: folder.path(name), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { shown(String($0)) }
  }

  private static func swift(_ build: String) -> String {
    """
    #!/bin/sh
    root=$(cd "$(dirname "$0")/../.." && pwd)
    echo "$0 $*" >> "$root/calls"
    tool=$1
    scratch=$3
    shift 7
    planning=remembered
    if [ "$1" = --disable-build-manifest-caching ]; then planning=anew; shift; fi
    while [ "$1" = -Xswiftc ]; do shift 2; done
    echo "$@" >> "$root/builds"
    # The packages that are asked for.
    roots() {
      case "$arguments" in
        *--multiroot*) sed -n 's|.*absolute:.*/\\([^/"]*\\)".*|\\1|p' "$scratch/ambit.xcworkspace/contents.xcworkspacedata" ;;
        *) basename "$package" ;;
      esac
    }
    arguments="$*"
    package=$2
    # Plan and products of packages.
    made() {
      mkdir -p "$scratch/platform/debug"
      ln -sfn platform/debug "$scratch/debug"
      echo targets: > "$scratch/debug.yaml"
      for name in "$@"; do
        echo "  \\"${name}Tests-platform-debug.module\\": []" >> "$scratch/debug.yaml"
        echo "  \\"${name}PackageTests-platform-debug.test\\": []" >> "$scratch/debug.yaml"
        mkdir -p "$scratch/debug/${name}Tests.build"
        cp "$root/product" "$scratch/debug/${name}PackageTests.xctest"
      done
    }
    \(build)

    """
  }

  private static func product(_ test: String, _ hasXCTest: Bool) -> String {
    let suite = #"{"name":"x","tests":[{"name":"'$name'Tests.T","tests":[{"name":"testIt"}]}]}"#
    return """
      #!/bin/sh
      name=$(basename "$0" PackageTests.xctest)
      root=$(dirname "$PWD")
      echo "$0 $*" >> "$root/calls"
      echo "$@" >> "$root/starts"
      case "$*" in
        --testing-library*--event-stream-output-path*) events=$4 ;;
        --dump-tests-json)
          echo '{"name":"All tests","tests":[\(hasXCTest ? suite : "")]}'
          exit ;;
        --testing-library*) exit 69 ;;
      esac
      started() { echo "Test Case 'T.testIt' started at now"; }
      passed() { echo "Test Case 'T.testIt' passed (0.25 seconds)"; }
      ended() { echo "Test Suite 'Selected tests' passed at now"; }
      \(test)

      """
  }
}
