import Graph
import SwiftSources
import Testing

@testable import Features

@Suite("Versions and the tags that carry them")
struct VersionTests {
  @Test(
    "A version is three numbers and what comes before the release",
    arguments: [
      ("1.2.3", "1.2.3"), ("0.0.0", "0.0.0"), ("2.0.0-beta.1+build.7", "2.0.0-beta.1"), ("1.2.3+7", "1.2.3"),
      ("1.2", nil), ("1.2.3.4", nil), ("v1.2.3", nil), ("1.-2.3", nil), ("1.2.3-", nil), ("1.2.3-a..b", nil),
      ("1.2.3-beta+a.b-c", "1.2.3-beta"), ("1.2.3+", nil), ("1.2.3+a..b", nil), ("1.2.3+a+b", nil),
      ("1.2.3+ü", nil),
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

  @Test("What follows a plus is no part of the version, and stays in the tag that has it")
  func builds() throws {
    let index = index(
      "Core/1.2.0+7", "Core/1.2.0", "Core/1.3.0-beta.1+8", "Core/1.1.9+99", "Core/1.4.0+", "Core/01.2.0+3")
    let found = index.releases(of: ["Core"], isWholeRepository: false)
    #expect(
      found.map(\.tag.name) == [
        "Core/1.3.0-beta.1+8", "Core/1.2.0", "Core/1.2.0+7", "Core/01.2.0+3", "Core/1.1.9+99",
      ])
    #expect(found[2].tag.version == SemanticVersion(1, 2, 0))
    #expect(found[2].tag.with(SemanticVersion(1, 2, 1)).name == "Core/1.2.1")
  }

  private func form(_ tag: String) throws -> ReleaseTagForm {
    let text = "{\"release\": {\"tags\": [{\"match\": \"//**\", \"tag\": \"\(tag)\"}]}}"
    return try #require(WorkspaceConfig.parse(Array(text.utf8), fileName: "w").release.tags.first).tag
  }

  @Test(
    "A form that is given is the only one, and its tags are read as they are written",
    arguments: [
      ("{name}_{version}", "Core_1.2.3+4", "Core_2.0.0"),
      ("release/{version}/{name}", "release/1.2.3/core", "release/2.0.0/core"),
      ("{version}", "1.2.3", "2.0.0"), ("v{version}-{name}", "v1.2.3-rc.1-Core", "v2.0.0-Core"),
    ])
  func forms(form text: String, tag: String, next: String) throws {
    let form = try form(text)
    let index = index(
      "Core/9.0.0", "v9.0.0", tag, "Core-9.0.0", "Other_9.0.0", "release/9.0.0/Other", "9.0.0_Core")
    let found = index.releases(of: ["Core", "core"], isWholeRepository: false, as: [form])
    #expect(found.map(\.tag.name) == [tag])
    let last = try #require(found.first?.tag)
    #expect(last.with(SemanticVersion(2, 0, 0)).name == next)
    #expect(last.looks(like: form, of: ["Core", "core"]))
    #expect(!last.looks(like: form, of: ["Other"]) || !text.contains("{name}"))
    let first = ReleaseTag.first(of: "Core", form, SemanticVersion(0, 1, 0))
    #expect(self.index(first.name).releases(of: ["Core"], isWholeRepository: true, as: [form]).count == 1)
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
