import Manifests
import Release
import Testing

@Suite("Versions and the tags that carry them")
struct VersionTests {
  @Test(
    "A version is three numbers and what comes before the release",
    arguments: [
      ("1.2.3", "1.2.3"), ("0.0.0", "0.0.0"), ("2.0.0-beta.1+build.7", "2.0.0-beta.1"), ("1.2.3+7", "1.2.3"),
      ("1.2", nil), ("1.2.3.4", nil), ("v1.2.3", nil), ("1.-2.3", nil), ("1.2.3-", nil), ("1.2.3-a..b", nil),
      ("", nil), ("99999999999999999999.0.0", nil), ("1.2.+3", nil), ("١.٢.٣", nil),
    ])
  func versions(text: String, read: String?) {
    #expect(SemanticVersion(text)?.description == read)
  }

  @Test("They are ordered as semver.org orders its own example")
  func order() throws {
    let sorted = [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
      "1.0.0-rc.1", "1.0.0", "1.0.1", "1.1.0", "2.0.0",
    ].compactMap { SemanticVersion($0) }
    #expect(sorted.count == 11)
    #expect(sorted.reversed().sorted() == sorted)
    for (low, high) in zip(sorted, sorted.dropFirst()) {
      #expect(low < high)
      #expect(!(high < low))
    }
  }

  @Test(
    "A step says what a version promises, before 1.0 with one number less",
    arguments: [
      (ReleaseEffect.inside, "1.2.3", "1.2.4"), (.added, "1.2.3", "1.3.0"), (.breaking, "1.2.3", "2.0.0"),
      (.unknown, "1.2.3", "2.0.0"), (.inside, "0.2.3", "0.2.4"), (.added, "0.2.3", "0.2.4"),
      (.breaking, "0.2.3", "0.3.0"),
    ])
  func steps(effect: ReleaseEffect, last: String, next: String) throws {
    let last = try #require(SemanticVersion(last))
    let step = try #require(VersionStep(effect, after: last))
    #expect(step.next(after: last).description == next)
    #expect(VersionStep(.none, after: last) == nil)
  }

  @Test(
    "Tags carry the package's name unless it is its whole repository",
    arguments: [
      ("1.2.3", true, "1.2.3"), ("v1.2.3", true, "1.2.3"), ("Core/1.2.3", true, nil),
      ("release-1", true, nil),
      ("1.2.3", false, nil), ("Core/1.2.3", false, "1.2.3"), ("core-v1.2.3", false, "1.2.3"),
      ("CoreUI/1.2.3", false, nil), ("core-ui-1.2.3", false, nil), ("core/1.2", false, nil),
    ])
  func tags(tag: String, isWhole: Bool, version: String?) {
    let found = index(tag).releases(of: ["core", "Core"], isWholeRepository: isWhole).first?.tag
    #expect(found?.version.description == version)
    if let found { #expect(found.name == tag) }
  }

  /// Each tag at the commit of its place among them.
  private func index(_ tags: String...) -> ReleaseTagIndex<Int> {
    ReleaseTagIndex(tags.enumerated().map { (name: $0.element, commit: $0.offset) })
  }

  @Test func namesWithNumbersAreTakenAsTheyAre() {
    let index = index("core-1-2.0.0", "core-1.2.0-beta.1", "core-2.0.0-1.3.0", "Core/1.4.0", "-1.0.0")
    let tags = { (names: Set<String>) in
      index.releases(of: names, isWholeRepository: false).map { "\($0.commit): \($0.tag.version)" }
    }
    #expect(tags(["Core", "core"]) == ["2: 2.0.0-1.3.0", "3: 1.4.0", "1: 1.2.0-beta.1"])
    #expect(tags(["core-1"]) == ["0: 2.0.0"])
    #expect(tags(["core-2.0.0"]) == ["2: 1.3.0"])
    #expect(tags([""]) == [])
    #expect(index.releases(of: [], isWholeRepository: true).isEmpty)
  }

  @Test("A tag that follows keeps the form of the last one")
  func form() throws {
    let last = try #require(
      index("core-v1.2.3").releases(of: ["core"], isWholeRepository: false).first?.tag)
    #expect(last.with(SemanticVersion(2, 0, 0)).name == "core-v2.0.0")
    #expect(
      ReleaseTag.first(of: "Core", isWholeRepository: false, SemanticVersion(0, 1, 0)).name == "Core/0.1.0")
    #expect(ReleaseTag.first(of: "Core", isWholeRepository: true, SemanticVersion(0, 1, 0)).name == "0.1.0")
  }

  @Test("A requirement that is raised lets the release in and keeps its form")
  func requirements() throws {
    let version = SemanticVersion(3, 1, 4)
    let forms: [(PackageDependency.Requirement, PackageDependency.Requirement)] = [
      (.exact("1.0.0"), .exact("3.1.4")), (.range("1.0.0", "2.0.0"), .range("3.1.4", "4.0.0")),
      (.range("1.2.0", "1.3.0"), .range("3.1.4", "3.2.0")),
      (.range("1.2.0", "1.9.0"), .range("3.1.4", "4.0.0")),
    ]
    for (old, new) in forms {
      #expect(old.allows(version) == false)
      #expect(old.raised(to: version) == new)
      #expect(new.allows(version) == true)
    }
    #expect(PackageDependency.Requirement.branch("main").allows(version) == nil)
    #expect(PackageDependency.Requirement.branch("main").raised(to: version) == .branch("main"))
    #expect(PackageDependency.Requirement.range("3.1.4", "4.0.0").allows(SemanticVersion(4, 0, 0)) == false)
  }
}
