extension Feature {
  /// A C target with one header, and more files of it.
  static func c(
    _ name: String, _ what: String, target more: String = "", test: String = "", value: String = "c_value()",
    files: [String: String] = [:], outside: [String: String] = [:], prepare: String = "",
    ignored: String = "", environment: [String: String] = [:], _ attack: Attack? = nil
  ) -> Feature {
    let plain = [
      "Sources/CNAME/include/value.h": "int c_value(void);\n",
      "Sources/CNAME/value.c": "#include \"value.h\"\nint c_value(void) { return 7; }\n",
    ]
    return Feature(
      name, what, Manifest(targets: ".target(name: \"CNAME\"\(more.isEmpty ? "" : ", \(more)")),"),
      seen: Sight(uses: ["CNAME"], more: test, value: value), files: plain.merging(files) { $1 },
      outside: outside, prepare: prepare, ignored: ignored, environment: environment, attack)
  }

  private static let header = "Sources/CNAME/include/value.h"
  private static let source = "Sources/CNAME/value.c"
  private static let constant = [header: "enum { VALUE = 7 };\n", source: "#include \"value.h\"\n"]

  static let headers: [Feature] = [
    c(
      "OlderHeader", "a C header", value: "VALUE", files: constant,
      .edit(header, at: "2001-01-01", "a C header replaced by one older than the build")),
    c(
      "LaterHeader", "a C header", value: "VALUE", files: constant,
      .edit(header, at: "2038-01-01", "a C header from the future")),
    c(
      "QuietHeader", "a C header", value: "VALUE", files: constant,
      .quietEdit(header, "an edit of a C header")),
    c("QuietSource", "a C source", .quietEdit(source, "an edit of a C source")),
    c(
      "OlderPrivateHeader", "a C header that only C sees",
      files: [
        "Sources/CNAME/inner.h": "#define INNER 7\n",
        source: "#include \"inner.h\"\n#include \"value.h\"\nint c_value(void) { return INNER; }\n",
      ], .edit("Sources/CNAME/inner.h", at: "2001-01-01", "an inner C header older than the build")),
    c(
      "TableInC", "a file in a C target that is no source",
      target: "exclude: [\"table.inc\"]",
      files: [
        "Sources/CNAME/table.inc": "7\n",
        source: "#include \"value.h\"\nint c_value(void) { return\n#include \"table.inc\"\n; }\n",
      ], .quietEdit("Sources/CNAME/table.inc", "an edit of a file in a C target that is no source")),
    c(
      "HasInclude", "a header that another asks for by __has_include",
      value: "VALUE",
      files: [
        header: """
        #pragma once
        #if __has_include("more.h")
        #include "more.h"
        #else
        enum { VALUE = 8 };
        #endif

        """, "Sources/CNAME/include/more.h": "#pragma once\nenum { VALUE = 7 };\n",
        source: "#include \"value.h\"\n",
      ], Attack(line: "a header that __has_include found is gone", script: "rm Sources/CNAME/include/more.h")),
    c(
      "SearchPath", "a header behind headerSearchPath",
      target: "cSettings: [.headerSearchPath(\"../../conf\")]",
      files: [
        "conf/conf.h": "#define CONF 7\n",
        source: "#include <conf.h>\n#include \"value.h\"\nint c_value(void) { return CONF; }\n",
      ], .edit("conf/conf.h", at: "2001-01-01", "a header behind headerSearchPath, older than the build")),
    c(
      "SearchVariable", "a header that CPATH leads to",
      files: [
        "Sources/CNAME/value.c":
          "#include <ambit-found.h>\n#include \"value.h\"\nint c_value(void) { return FOUND; }\n"
      ],
      outside: ["path7/ambit-found.h": "#define FOUND 7\n", "path8/ambit-found.h": "#define FOUND 8\n"],
      environment: ["CPATH": "OUTSIDE/path7"]),
    Feature(
      "FarHeader", "a C header of another package",
      Manifest(
        dependencies: ".package(path: \"../FarHeaderBase\")",
        targets:
          ".target(name: \"CNAME\", dependencies: [.product(name: \"CFarHeaderBase\", package: \"FarHeaderBase\")]),"
      ),
      seen: Sight(uses: ["CNAME"], value: "FAR"),
      files: [
        header: "#include \"far.h\"\n", source: "#include \"value.h\"\n",
        "../FarHeaderBase/Package.swift": """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "FarHeaderBase", products: [.library(name: "CFarHeaderBase", targets: ["CFarHeaderBase"])],
          targets: [.target(name: "CFarHeaderBase")])

        """, "../FarHeaderBase/Sources/CFarHeaderBase/include/far.h": "enum { FAR = 7 };\n",
        "../FarHeaderBase/Sources/CFarHeaderBase/far.c": "#include \"far.h\"\n",
      ],
      .edit(
        "../FarHeaderBase/Sources/CFarHeaderBase/include/far.h", at: "2001-01-01",
        "a header of another package, older than the build")),
    Feature(
      "Cxx", "a C++ header",
      Manifest(targets: ".target(name: \"CNAME\"),"),
      seen: Sight(
        uses: ["CNAME"], more: "swiftSettings: [.interoperabilityMode(.Cxx)]", value: "number()"),
      files: [
        header:
          "#pragma once\nstruct Number { static int value() { return 7; } };\ninline int number() { return Number::value(); }\n",
        "Sources/CNAME/include/module.modulemap": """
        module CNAME {
          header "value.h"
          requires cplusplus
          export *
        }

        """, "Sources/CNAME/value.cpp": "#include \"value.h\"\n",
      ], .quietEdit(header, "an edit of a C++ header")),
  ]

  static let blobs: [Feature] = [
    c(
      "Incbin", "a file behind .incbin",
      target: "exclude: [\"data\"], cSettings: [.headerSearchPath(\"data\")]", value: "Int(c_value()) - 48",
      files: [
        "Sources/CNAME/data/blob.txt": "7\n",
        source: """
        #include "value.h"
        __asm__(".section .rodata\\n.globl name_blob\\nname_blob:\\n.incbin \\"blob.txt\\"\\n.text\\n");
        extern const char name_blob[] __attribute__((visibility("hidden")));
        int c_value(void) { return name_blob[0]; }

        """,
      ], .edit("Sources/CNAME/data/blob.txt", "a file behind .incbin")),
    c(
      "Embed", "a file behind #embed", target: "exclude: [\"blob.txt\"]", value: "Int(c_value()) - 48",
      files: ["Sources/CNAME/blob.txt": "7\n", source: embedding],
      .edit("Sources/CNAME/blob.txt", "a file behind #embed")),
    c(
      "IgnoredEmbed", "a file behind #embed that Git ignores", target: "exclude: [\"blob.out\"]",
      value: "Int(c_value()) - 48",
      files: [".gitignore": "*.out\n", source: embedding.replacing("txt", with: "out")],
      ignored: "echo 7 >Sources/CNAME/blob.out",
      .edit("Sources/CNAME/blob.out", "a file behind #embed that Git ignores")),
  ]

  private static let embedding = """
    #include "value.h"
    static const char blob[] = {
    #embed "blob.txt"
    };
    int c_value(void) { return blob[0]; }

    """

  static let modules: [Feature] = [
    Feature(
      "SystemShim", "the shim of a system target",
      Manifest(targets: ".systemLibrary(name: \"CNAME\"),"), seen: Sight(uses: ["CNAME"], value: "VALUE"),
      files: [
        "Sources/CNAME/module.modulemap": systemMap, "Sources/CNAME/shim.h": "enum { VALUE = 7 };\n",
      ], .edit("Sources/CNAME/shim.h", "the shim of a system target")),
    Feature(
      "SystemMap", "the module map of a system target",
      Manifest(targets: ".systemLibrary(name: \"CNAME\"),"), seen: Sight(uses: ["CNAME"], value: "VALUE"),
      files: [
        "Sources/CNAME/module.modulemap": systemMap.replacing("shim.h", with: "shim7.h"),
        "Sources/CNAME/shim7.h": "enum { VALUE = 7 };\n", "Sources/CNAME/shim8.h": "enum { VALUE = 8 };\n",
      ], .edit("Sources/CNAME/module.modulemap", "the module map of a system target")),
    Feature(
      "PkgConfigHeader", "a header of a pkg-config library",
      Manifest(targets: ".systemLibrary(name: \"CNAME\", pkgConfig: \"ambit-headers\"),"),
      seen: Sight(uses: ["CNAME"], value: "HEADERS"),
      files: [
        "Sources/CNAME/module.modulemap": systemMap, "Sources/CNAME/shim.h": "#include <ambit-headers.h>\n",
      ],
      outside: [
        "pkg/ambit-headers.pc": pkgConfig("headers"), "headers/ambit-headers.h": "enum { HEADERS = 7 };\n",
      ], environment: ["PKG_CONFIG_PATH": "OUTSIDE/pkg"],
      .edit("$OUTSIDE/headers/ambit-headers.h", "a header of a pkg-config library")),
    Feature(
      "PkgConfigFile", "what a .pc file says",
      Manifest(targets: ".systemLibrary(name: \"CNAME\", pkgConfig: \"ambit-file\"),"),
      seen: Sight(uses: ["CNAME"], value: "FILE_VALUE"),
      files: [
        "Sources/CNAME/module.modulemap": systemMap, "Sources/CNAME/shim.h": "#include <ambit-file.h>\n",
      ],
      outside: [
        "pkg/ambit-file.pc": pkgConfig("file7"), "file7/ambit-file.h": "enum { FILE_VALUE = 7 };\n",
        "file8/ambit-file.h": "enum { FILE_VALUE = 8 };\n",
      ], environment: ["PKG_CONFIG_PATH": "OUTSIDE/pkg"],
      .edit("$OUTSIDE/pkg/ambit-file.pc", "what a .pc file says")),
    c(
      "CustomMap", "a custom module map", value: "VALUE",
      files: [
        "Sources/CNAME/include/module.modulemap": customMap,
        "Sources/CNAME/map/api7.h": "enum { VALUE = 7 };\n",
        "Sources/CNAME/map/api8.h": "enum { VALUE = 8 };\n",
      ], .edit("Sources/CNAME/include/module.modulemap", "a custom module map")),
    c(
      "SystemModule", "a header of a C target that calls itself a system's", value: "VALUE",
      files: constant.merging([
        "Sources/CNAME/include/module.modulemap":
          "module CNAME [extern_c] /* and */ [ system ] {\n  header \"value.h\"\n}\n"
      ]) { $1 }, .edit(header, "a header of a module with [system]")),
    c(
      "SystemTextual", "a textual header of a C target that calls itself a system's", value: "VALUE",
      files: [
        header: "#include \"text.inc\"\n", "Sources/CNAME/include/text.inc": "enum { VALUE = 7 };\n",
        source: "#include \"value.h\"\n",
        "Sources/CNAME/include/module.modulemap": "extern module CNAME \"maps/inner.modulemap\"\n",
        "Sources/CNAME/include/maps/inner.modulemap":
          "module CNAME [system] {\n  umbrella header \"../value.h\"\n  textual header \"../text.inc\"\n}\n",
      ], .edit("Sources/CNAME/include/text.inc", "a textual header of a module with [system]")),
    c(
      "QuietMap", "a custom module map", value: "VALUE",
      files: [
        "Sources/CNAME/include/module.modulemap": customMap,
        "Sources/CNAME/map/api7.h": "enum { VALUE = 7 };\n",
        "Sources/CNAME/map/api8.h": "enum { VALUE = 8 };\n",
      ], .quietEdit("Sources/CNAME/include/module.modulemap", "an edit of a module map")),
    c(
      "MappedElsewhere", "a header elsewhere that a custom module map names", value: "VALUE",
      files: [
        "Sources/CNAME/include/module.modulemap": """
        module CNAME {
          header "value.h"
          header "../../../api/api.h"
        }

        """, "api/api.h": "enum { VALUE = 7 };\n",
      ], .edit("api/api.h", "a header elsewhere that a custom module map names")),
    c(
      "Umbrella", "an umbrella folder of a custom module map", value: "VALUE",
      files: [
        "Sources/CNAME/include/module.modulemap": """
        module CNAME {
          header "value.h"
          module Api {
            umbrella "../../../api"
            export *
          }
          export *
        }

        """, "api/api.h": "enum { VALUE = 7 };\n",
      ], .edit("api/api.h", "a header in an umbrella folder elsewhere")),
    c(
      "ApiNotes", "API notes beside a C module", value: "chosen()",
      files: [
        header: "int number7(void);\nint number8(void);\n",
        source: "#include \"value.h\"\nint number7(void) { return 7; }\nint number8(void) { return 8; }\n",
        "Sources/CNAME/include/module.modulemap": """
        module CNAME {
          header "value.h"
        }

        """,
        "Sources/CNAME/include/CNAME.apinotes": """
        Name: CNAME
        Functions:
        - Name: number7
          SwiftName: chosen()

        """,
      ], .edit("Sources/CNAME/include/CNAME.apinotes", "API notes")),
  ]

  private static let systemMap = """
    module CNAME [system] {
      header "shim.h"
    }

    """

  private static let customMap = """
    module CNAME {
      header "value.h"
      header "../map/api7.h"
    }

    """

  private static func pkgConfig(_ folder: String) -> String {
    """
    Name: ambit
    Description: for a test
    Version: 1
    Cflags: -I${pcfiledir}/../\(folder)

    """
  }
}
