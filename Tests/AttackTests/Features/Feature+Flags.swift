extension Feature {
  /// What flags of the manifest name, that SwiftPM does not know of.
  static let flags: [Feature] = [
    Feature(
      "Archive", "an archive behind -L and -l",
      Manifest(
        targets: """
          .target(
            name: "CNAME",
            linkerSettings: [.unsafeFlags(["-L\\(Context.packageDirectory)/libs"]), .linkedLibrary("archived")]),
          """),
      seen: Sight(uses: ["CNAME"], value: "archived()"),
      files: [
        "Sources/CNAME/include/value.h": "int archived(void);\n",
        "Sources/CNAME/value.c": "#include \"value.h\"\n",
      ], prepare: archive(7), Attack(line: "an archive behind -L and -l", script: archive(8))),
    Feature(
      "SharedLibrary", "a shared library behind -L and -rpath",
      Manifest(
        targets: """
          .target(
            name: "CNAME",
            linkerSettings: [
              .unsafeFlags([
                "-L\\(Context.packageDirectory)/libs", "-Xlinker", "-rpath", "-Xlinker",
                "\\(Context.packageDirectory)/libs",
              ]), .linkedLibrary("shared"),
            ]),
          """),
      seen: Sight(uses: ["CNAME"], value: "shared()"),
      files: [
        "Sources/CNAME/include/value.h": "int shared(void);\n",
        "Sources/CNAME/value.c": "#include \"value.h\"\n",
      ], prepare: library(7), Attack(line: "a shared library behind -L and -rpath", script: library(8))),
    Feature(
      "ObjectFile", "an object file among linker flags",
      Manifest(
        targets: """
          .target(
            name: "CNAME", linkerSettings: [.unsafeFlags(["\\(Context.packageDirectory)/libs/object.o"])]),
          """),
      seen: Sight(uses: ["CNAME"], value: "object()"),
      files: [
        "Sources/CNAME/include/value.h": "int object(void);\n",
        "Sources/CNAME/value.c": "#include \"value.h\"\n",
      ], prepare: object(7), Attack(line: "an object file among linker flags", script: object(8))),
    Feature(
      "LinkerFile", "a file of linker flags",
      Manifest(
        targets: """
          .target(
            name: "CNAME",
            linkerSettings: [.unsafeFlags(["-Xlinker", "@\\(Context.packageDirectory)/conf/link.rsp"])]),
          """),
      seen: Sight(uses: ["CNAME"], value: "chosen()"),
      files: [
        "Sources/CNAME/include/value.h": "int chosen(void);\nint seven7(void);\nint seven8(void);\n",
        "Sources/CNAME/value.c": "int seven7(void) { return 7; }\nint seven8(void) { return 8; }\n",
        "conf/link.rsp": "--defsym=chosen=seven7\n",
      ], .edit("conf/link.rsp", "a file of linker flags")),
    Feature(
      "BridgingHeader", "a bridging header given by flag", Manifest(),
      seen: flagged("\"-import-objc-header\", \"DIR/conf/bridge.h\"", "BRIDGED"),
      files: ["conf/bridge.h": "enum { BRIDGED = 7 };\n"],
      .edit("conf/bridge.h", "a bridging header given by flag")),
    importing(
      "MapFlag", "a module map given by flag", "\"-Xcc\", \"-fmodule-map-file=DIR/conf/module.modulemap\"",
      files: [
        "conf/module.modulemap": "module Named {\n  header \"named7.h\"\n}\n",
        "conf/named7.h": "enum { NAMED = 7 };\n", "conf/named8.h": "enum { NAMED = 8 };\n",
      ], .edit("conf/module.modulemap", "a module map given by -fmodule-map-file")),
    importing(
      "MapFolder", "a folder with a module map given by -I", "\"-I\", \"DIR/conf\"",
      files: [
        "conf/module.modulemap": "module Named {\n  header \"named.h\"\n}\n",
        "conf/named.h": "enum { NAMED = 7 };\n",
      ], .edit("conf/named.h", "a header in a folder given to swiftc by -I")),
    c(
      "HeaderFolder", "a folder with headers given by -I",
      target: "cSettings: [.unsafeFlags([\"-I\\(Context.packageDirectory)/conf\"])]",
      files: [
        "conf/conf.h": "#define CONF 7\n",
        "Sources/CNAME/value.c":
          "#include <conf.h>\n#include \"value.h\"\nint c_value(void) { return CONF; }\n",
      ],
      .edit(
        "conf/conf.h", at: "2001-01-01", "a header in a folder given to clang by -I, older than the build")),
    c(
      "SystemFolder", "a folder with headers given by -isystem",
      target: "cSettings: [.unsafeFlags([\"-isystem\", \"\\(Context.packageDirectory)/conf\"])]",
      files: [
        "conf/conf.h": "#define CONF 7\n",
        "Sources/CNAME/value.c":
          "#include <conf.h>\n#include \"value.h\"\nint c_value(void) { return CONF; }\n",
      ], .edit("conf/conf.h", "a header in a folder given by -isystem")),
    c(
      "ForcedHeader", "a header given by -include",
      target: "cSettings: [.unsafeFlags([\"-include\", \"\\(Context.packageDirectory)/conf/conf.h\"])]",
      files: [
        "conf/conf.h": "#define CONF 7\n",
        "Sources/CNAME/value.c": "#include \"value.h\"\nint c_value(void) { return CONF; }\n",
      ], .quietEdit("conf/conf.h", "a header given by -include")),
    Feature(
      "ResponseFile", "a file of compiler flags", Manifest(),
      seen: flagged(
        "\"@DIR/conf/flags.rsp\"", "number", lines: "#if HAS_7\nlet number = 7\n#else\nlet number = 8\n#endif"
      ),
      files: ["conf/flags.rsp": "-DHAS_7\n"], .edit("conf/flags.rsp", "a file of compiler flags")),
    Feature(
      "Overlay", "a file that a virtual file system names",
      Manifest(
        targets: """
          .target(
            name: "CNAME", cSettings: [.unsafeFlags(["-ivfsoverlay", "\\(Context.packageDirectory)/conf/overlay.yaml"])]
          ),
          """),
      seen: Sight(uses: ["CNAME"], value: "c_value()"),
      files: [
        "Sources/CNAME/include/value.h": "int c_value(void);\n",
        "Sources/CNAME/value.c": "#include \"/ambit-overlay/conf.h\"\nint c_value(void) { return CONF; }\n",
        "conf/real7.h": "#define CONF 7\n", "conf/real8.h": "#define CONF 8\n",
        "conf/overlay.yaml": """
        {
          'version': 0, 'overlay-relative': 'true',
          'roots': [{
            'name': '/ambit-overlay', 'type': 'directory',
            'contents': [{'name': 'conf.h', 'type': 'file', 'external-contents': 'real7.h'}]
          }]
        }

        """,
      ], .edit("conf/overlay.yaml", "a virtual file system given by flag")),
  ]

  /// A test target with flags, in which `DIR` stands for the package's folder.
  private static func flagged(_ flags: String, _ value: String, lines: String = "") -> Sight {
    Sight(more: settings(flags), lines: lines, value: value)
  }

  private static func settings(_ flags: String) -> String {
    "swiftSettings: [.unsafeFlags([\(flags.replacing("DIR", with: "\\(Context.packageDirectory)"))])]"
  }

  /// A target that finds a C module by flags which its users do not have.
  private static func importing(
    _ name: String, _ what: String, _ flags: String, files: [String: String], _ attack: Attack
  ) -> Feature {
    let source = "@_implementationOnly import Named\npublic func value() -> Int { Int(NAMED) }\n"
    return Feature(
      name, what, Manifest(targets: ".target(name: \"NAME\", \(settings(flags))),"),
      seen: Sight(uses: ["NAME"]),
      files: files.merging(["Sources/NAME/NAME.swift": source]) { $1 }, attack)
  }

  private static func object(_ value: Int, _ function: String = "object") -> String {
    """
    mkdir -p libs
    echo 'int \(function)(void) { return \(value); }' >$OUTSIDE/\(function).c
    clang -fPIC -c $OUTSIDE/\(function).c -o libs/\(function).o
    """
  }

  private static func archive(_ value: Int) -> String {
    "\(object(value, "archived"))\nrm -f libs/libarchived.a\nar rc libs/libarchived.a libs/archived.o\nrm libs/archived.o"
  }

  private static func library(_ value: Int) -> String {
    "\(object(value, "shared"))\nclang -shared libs/shared.o -o libs/libshared.so\nrm libs/shared.o"
  }
}
