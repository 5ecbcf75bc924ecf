import Base
import Graph
import Testing

struct RefusedConfig: Sendable, CustomTestStringConvertible {
  let text: String
  let code: String
  let message: String
  var testDescription: String { text }

  init(_ text: String, _ code: String, _ message: String) {
    self.text = text
    self.code = code
    self.message = message
  }
}

@Suite struct ConfigErrorTests {
  @Test(arguments: refusals) func oneClearErrorWithItsPlace(refused: RefusedConfig) throws {
    do {
      _ = try parseConfig(refused.text)
      Issue.record("accepted")
    } catch let error as Failure {
      #expect(error.code == refused.code)
      #expect(error.message == "workspace.json:" + refused.message)
    }
  }

  @Test func placesAreLinesAndColumnsInCharacters() throws {
    let error = #expect(throws: Failure.self) {
      try parseConfig("{\n  // Größe\n  \"name\": \"ü\", \"paltforms\": []\n}")
    }
    #expect(error?.message == #"workspace.json:3:16: unknown key "paltforms"; did you mean "platforms"?"#)
  }

  @Test func hostileNamesAreShownEscapedAndShort() throws {
    let long = "\\u001b[31m" + String(repeating: "x", count: 500)
    let error = #expect(throws: Failure.self) { try parseConfig("{\"\(long)\": 1}") }
    #expect(error?.message.utf8.contains(0x1B) == false)
    #expect(error.map { $0.message.count < 140 } == true)
  }
}

private let refusals: [RefusedConfig] =
  [
    .init("", "config-syntax", "1:1: the document ends where a value is expected"),
    .init(#"{"name": "a" "b"}"#, "config-syntax", #"1:14: "," or the end of the object is expected here"#),
    .init("[]", "config-wrong-type", "1:1: the document must be an object, not a list"),
    .init(
      #"{"version": 2}"#, "config-unsupported-version",
      #"1:13: "version" is 2; this version of Ambit reads version 1"#),
    .init(#"{"version": "1"}"#, "config-wrong-type", #"1:13: "version" must be a number, not a string"#),
    .init(#"{"zzz": 1}"#, "config-unknown-key", #"1:2: unknown key "zzz""#),
    .init(
      #"{"inputs": {"ingore": []}}"#, "config-unknown-key",
      #"1:13: unknown key "ingore" in "inputs"; did you mean "ignore"?"#),
    .init(#"{"packages": "A"}"#, "config-wrong-type", #"1:14: "packages" must be a list, not a string"#),
    .init(#"{"packages": [1]}"#, "config-wrong-type", #"1:15: "packages" must be a string, not a number"#),
    .init(
      #"{"packages": ["A", "Pack[ages"]}"#, "config-invalid-value",
      #"1:20: "Pack[ages" in "packages" is not a valid pattern: a "[" is never closed"#),
    .init(
      #"{"packages": ["../A"]}"#, "config-invalid-value",
      #"1:15: "../A" in "packages" is not a valid pattern: it leaves its root folder"#),
    .init(
      #"{"inputs": {"ignore": ["!*.md"]}}"#, "config-invalid-value",
      #"1:24: "!*.md" in "inputs.ignore": a pattern cannot be negated; only "!default" starts with "!""#),
    .init(
      #"{"inputs": {"harmless": "nothing"}}"#, "config-invalid-value",
      #"1:25: "inputs.harmless" must be "default", "none" or a list of patterns, not "nothing""#),
    .init(
      #"{"inputs": {"harmless": 1}}"#, "config-wrong-type",
      #"1:25: "inputs.harmless" must be "default", "none" or a list of patterns, not a number"#),
    .init(
      #"{"inputs": {"harmless": ["a["]}}"#, "config-invalid-value",
      #"1:26: "a[" in "inputs.harmless" is not a valid pattern: a "[" is never closed"#),
    .init(
      #"{"inputs": {"unowned": "packge"}}"#, "config-invalid-value",
      #"1:24: "inputs.unowned" must be one of "package", "all", "ignore", not "packge"; did you mean "package"?"#
    ),
    .init(
      #"{"inputs": {"env": ["A-B"]}}"#, "config-invalid-value",
      #"1:21: "A-B" in "inputs.env" is not the name of an environment variable"#),
    .init(
      #"{"xcode": {"neutralSettings": ["A[sdk=*]"]}}"#, "config-invalid-value",
      #"1:32: "A[sdk=*]" in "xcode.neutralSettings" is not the name of a build setting"#),
    .init(
      #"{"xcode": {"projects": ["App/["]}}"#, "config-invalid-value",
      #"1:25: "App/[" in "xcode.projects" is not a valid pattern: a "[" is never closed"#),
    .init(
      #"{"xcode": {"exclude": "App"}}"#, "config-wrong-type",
      #"1:23: "xcode.exclude" must be a list, not a string"#),
    .init(
      #"{"xcode": {"project": []}}"#, "config-unknown-key",
      #"1:12: unknown key "project" in "xcode"; did you mean "projects"?"#),
    .init(#"{"name": ""}"#, "config-invalid-value", #"1:10: "name" must not be empty"#),
    .init(
      #"{"defaultBase": "--upload-pack=x"}"#, "config-invalid-value",
      #"1:17: "defaultBase" must be a revision, not "--upload-pack=x""#),
    .init(
      #"{"teams": {"core": {}}, "owners": {"rules": [{"match": "//A", "teams": ["coer"]}]}}"#,
      "config-unknown-name", #"1:73: unknown team "coer" in "owners.rules.teams"; did you mean "core"?"#),
    .init(
      #"{"owners": {"rules": [{"teams": []}]}}"#, "config-invalid-value",
      #"1:23: the key "match" is missing in "owners.rules""#),
    .init(
      #"{"owners": {"codeowners": "/etc/passwd"}}"#, "config-invalid-value",
      #"1:27: "/etc/passwd" in "owners.codeowners" must be a path inside the workspace"#),
    .init(
      #"{"modules": {"/A:B": {}}}"#, "config-invalid-value",
      #"1:14: "/A:B" is not a valid module pattern: expected "//Folder:Module", "//Folder" or "Module" (in "modules")"#
    ),
    .init(
      #"{"modules": {"A": {"test": {"timeout": -1}}}}"#, "config-invalid-value",
      #"1:40: "modules.A.test.timeout" must be a whole number from 0, not "-1""#),
    .init(
      #"{"modules": {"A": {"test": {"timeout": 0}}}}"#, "config-invalid-value",
      #"1:40: "modules.A.test.timeout" must be at least 1 second"#),
    .init(
      #"{"rules": {"layers": [{"name": "ui", "tag": "t", "mayDependOn": ["uu"]}]}}"#, "config-unknown-name",
      #"1:66: unknown layer "uu" in "rules.layers.mayDependOn"; did you mean "ui"?"#),
    .init(
      #"{"rules": {"forbidden": [{"from": ["//A"]}]}}"#, "config-invalid-value",
      #"1:26: "rules.forbidden" must have "to" or "toTag""#),
    .init(
      #"{"rules": {"folders": [{"shared": ["A"]}]}}"#, "config-invalid-value",
      #"1:24: the key "in" is missing in "rules.folders""#),
    .init(
      #"{"rules": {"stable": [{"because": "all"}]}}"#, "config-invalid-value",
      #"1:23: "rules.stable" must have "match" or "tag""#),
    .init(
      #"{"rules": {"names": [{"tag": "t", "pattern": "("}]}}"#, "config-invalid-value",
      #"1:46: "(" in "rules.names" is not a valid regular expression"#),
    .init(
      #"{"rules": {"metrics": [{"match": "//A"}]}}"#, "config-invalid-value",
      #"1:24: "rules.metrics" must limit one of "lines", "code", "tests", "coverage", "fanIn", "fanOut", "#
        + #""instability", "depth", "dependents""#),
    .init(
      #"{"rules": {"metrics": [{"match": "//A", "code": {}}]}}"#, "config-invalid-value",
      #"1:49: "rules.metrics.code" must have "min" or "max""#),
    .init(
      #"{"rules": {"metrics": [{"match": "//A", "code": {"min": 2, "max": 1}}]}}"#, "config-invalid-value",
      #"1:49: "min" in "rules.metrics.code" is more than "max""#),
    .init(
      #"{"rules": {"metrics": [{"match": "//A", "code": {"max": -1}}]}}"#, "config-invalid-value",
      #"1:57: "rules.metrics.code.max" must be a number from 0"#),
    .init(
      #"{"cache": {"localLimit": "20 gigs"}}"#, "config-invalid-value",
      #"1:26: "cache.localLimit" must be a size such as "20GB" or "512MiB", not "20 gigs""#),
    .init(
      #"{"cache": {"state": "atuo"}}"#, "config-invalid-value",
      #"1:21: "cache.state" must be one of "auto", "off", not "atuo"; did you mean "auto"?"#),
    .init(
      #"{"cache": {"remote": {"url": "ftp://x"}}}"#, "config-invalid-value",
      #"1:30: "cache.remote.url" must be a URL that starts with http://, https://, grpc://, grpcs://, s3://"#),
    .init(
      #"{"cache": {"remote": {"url": "https://me:secret@x"}}}"#, "config-invalid-value",
      #"1:30: "cache.remote.url" must not contain a user or password"#),
    .init(
      #"{"release": {"tags": [{"match": "Core", "tag": "{version}"}]}}"#, "config-invalid-value",
      #"1:33: "release.tags.match" must name packages, like "//Packages/*""#),
  ]
  + [
    ("{name}", "must contain {version} exactly once"),
    ("{version}-{version}", "must contain {version} exactly once"),
    ("{name}/{name}/{version}", "must not contain {name} more than once"),
    ("{module}-{version}", "may use braces only for {name} and {version}"),
    ("-{version}", "is not a valid name of a Git tag"),
    ("a b{version}", "is not a valid name of a Git tag"),
    ("a//{version}", "is not a valid name of a Git tag"),
    ("{version}.lock", "is not a valid name of a Git tag"),
    ("{name}@{{version}", "may use braces only for {name} and {version}"),
  ].map { form, problem in
    .init(
      "{\"release\": {\"tags\": [{\"match\": \"//A\", \"tag\": \"\(form)\"}]}}", "config-invalid-value",
      "1:47: \"release.tags.tag\" \(problem)")
  }
