@testable import Xcode

extension LinkMemberTests {
  private static func script(
    _ text: String = "", inputs: [String] = [], lists: [String] = [], set settings: [String: [String]] = [:]
  ) -> XcodeTarget {
    LinkSketch.target(
      "Shop", set: settings,
      scripts: [XcodeScript(name: "Run", text: text, inputs: inputs, inputLists: lists)])
  }

  static let scripts = [
    MemberCase(
      "inputs",
      script(inputs: ["$(SRCROOT)/a.txt", "b/c.txt", "${PROJECT_DIR}/../d.txt", "$(BUILT_PRODUCTS_DIR)/e"]),
      reads: ["App/a.txt", "App/b/c.txt", "d.txt"], not: ["App/e", "e"]),
    MemberCase(
      "an input list and its lines", script(lists: ["$(SRCROOT)/Inputs.xcfilelist"]),
      reads: ["App/Inputs.xcfilelist", "App/Listed.txt", "App/Other/Data/x"], not: ["App/comment"]),
    MemberCase(
      "files in the text", script("\"${SRCROOT}/Scripts/My Tool.sh\" --config=conf/a.yml $PROJECT_DIR/b.rb"),
      reads: ["App/Scripts/My Tool.sh", "App/conf/a.yml", "App/b.rb"], not: ["App/Scripts/Other.sh"]),
    MemberCase(
      "a folder in the text", script("cp -R Resources/Fonts \"$TARGET_BUILD_DIR/x\""),
      reads: ["App/Resources/Fonts/a.ttf"], not: ["App/Resources/b", "App/x"]),
    MemberCase(
      "a variable of the script",
      script("DIR=\"$SRCROOT/../Tools\"\nexport CONF=$DIR/conf.json\ncat \"$CONF\""),
      reads: ["Tools/conf.json"]),
    MemberCase(
      "a default", script("sh ${SCRIPTS:-Scripts}/run.sh"), reads: ["App/Scripts/run.sh"]),
    MemberCase(
      "the folder that the script changes to", script("cd ../Tools\n./gen.sh input.json"),
      reads: ["Tools/gen.sh", "Tools/input.json", "App/gen.sh"]),
    MemberCase(
      "a folder above, with the path of the project", script("cd \"${SRCROOT}/..\"\n./Tools/gen.sh in.json"),
      reads: ["Tools/gen.sh", "in.json"]),
    MemberCase(
      "a path at the end of a sentence", script("echo \"See Docs/a.txt.\"; ls ../Fonts/.."),
      reads: ["App/Docs/a.txt"], not: ["Fonts/b"]),
    MemberCase(
      "the output of a command", script("\"$(git rev-parse --show-toplevel)/Scripts/a.sh\""),
      reads: ["Scripts/a.sh", "App/Scripts/a.sh"]),
    MemberCase(
      "variables without brackets", script(inputs: ["$SRCROOT/a.txt", "$[SRCROOT]/b.txt"]),
      reads: ["App/a.txt", "App/b.txt"]),
    MemberCase(
      "a line that goes on", script("sh \\\n  # Scripts/run.sh \\\n"), reads: ["App/Scripts/run.sh"]),
    MemberCase("a folder after cd", script("cd Tools\n./gen"), reads: ["App/Tools/gen"]),
    MemberCase(
      "a pattern counts its folder", script("for f in Themes/*.json; do cat $f; done"),
      reads: ["App/Themes/dark.json"]),
    MemberCase(
      "a loop's variable counts the folder", script("for l in de en; do cat Lang/$l.strings; done"),
      reads: ["App/Lang/de.strings"]),
    MemberCase(
      "comments, addresses, and the project's own folder name nothing",
      script("# Scripts/old.sh\ncurl https://example.com/a.sh\ncd \"$SRCROOT\"\nls ."), reads: [],
      not: ["App/Scripts/old.sh", "App/example.com/a.sh", "App/A.swift", "App/https"]),
    MemberCase(
      "tools read their configuration",
      script("if which swiftlint; then swiftlint; fi\n${PODS_ROOT}/SwiftGen/bin/swiftgen"),
      reads: ["App/.swiftlint.yml", ".swiftlint.yml", "App/swiftgen.yml", "App/Pods/SwiftGen/bin/swiftgen"],
      not: ["App/.sourcery.yml"]),
    MemberCase(
      "the lockfile of pods",
      script("diff \"${PODS_PODFILE_DIR_PATH}/Podfile.lock\" \"${PODS_ROOT}/Manifest.lock\""),
      reads: ["App/Podfile.lock"]),
    MemberCase(
      "the project's own file in a text",
      script("swift Check.swift $PROJECT_DIR/$PROJECT_NAME.xcodeproj/project.pbxproj"),
      reads: ["App/Check.swift"], not: ["App/Shop.xcodeproj/project.pbxproj"]),
    MemberCase(
      "odd texts end", script("echo ${ $( ` \" ' \\"), reads: [], not: ["App/echo"]),
  ]
}
