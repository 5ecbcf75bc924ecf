import SwiftSources
import Testing

private func summary(_ includes: [CInclude]) -> String {
  includes.map { include in
    switch include.form {
    case .quoted: "\(include.line):\"\(include.path)\""
    case .angled: "\(include.line):<\(include.path)>"
    case .embedded: "\(include.line):!\(include.path)"
    case .module: "\(include.line):@\(include.path)"
    case .named: "\(include.line):\(include.path)"
    }
  }.joined(separator: " ")
}

@Suite("C includes")
struct CIncludeLexerTests {
  @Test("Table", arguments: cases)
  func table(_ item: ImportCase) {
    #expect(summary(CIncludeLexer.includes(in: Array(item.source.utf8))) == item.expected)
  }

  @Test("Every prefix of a hostile file is survived")
  func prefixes() {
    let bytes = Array(Self.cases.map(\.source).joined(separator: "\n").utf8)
    for length in 0...bytes.count { _ = CIncludeLexer.includes(in: Array(bytes[..<length])) }
  }

  private static let cases: [ImportCase] = [
    ImportCase("empty", "", ""),
    ImportCase("quoted and angled", "#include \"a/b.h\"\n#include <c/d.h>\n", "1:\"a/b.h\" 2:<c/d.h>"),
    ImportCase(
      "import and kin", "#import <A/A.h>\n#include_next <b.h>\n#embed \"c.bin\"",
      "1:<A/A.h> 2:<b.h> 3:!c.bin"),
    ImportCase("no blank", "#include\"a.h\"\n#include<b.h>", "1:\"a.h\" 2:<b.h>"),
    ImportCase("blanks", "  # \t include /* x */ \"a.h\" // y\n", "1:\"a.h\""),
    ImportCase("module", "@import A;\n@import B.C.D; @import E;", "1:@A 2:@B.C.D 2:@E"),
    ImportCase("module over lines", "@import\n  A;", "1:@A"),
    ImportCase("by a macro", "#define H \"../a.h\"\n#include H\n", "1:../a.h"),
    ImportCase("by a macro of a folder", "#define DIR ../a/b\n#include XSTR(DIR/c.h)", "1:../a/b"),
    ImportCase("a path with a space", "#define H \"../My Shared/x~1.h\"", "1:../My Shared/x~1.h"),
    ImportCase("a path behind a comment", "#define H STR(/*c*/../x.h)", "1:../x.h"),
    ImportCase("paths that lead to no file", "strcmp(p, \"../\"); x(\"../..\"); y(\"a/./b..c/\")", ""),
    ImportCase("a path in a comment", "// ../a.h\n/* ../b.h */ x(\"c/../d.h\");", "2:c/../d.h"),
    ImportCase("digraph", "%:include <a.h>", "1:<a.h>"),
    ImportCase("byte order mark", "\u{FEFF}#include <a.h>", "1:<a.h>"),
    ImportCase("CRLF", "#include <a.h>\r\n#include <b.h>\r\n", "1:<a.h> 2:<b.h>"),
    ImportCase("comment marks in a path", "#include <a/*.h>\n#include \"b//c.h\"", "1:<a/*.h> 2:\"b//c.h\""),
    ImportCase("comment before", "/* x\n */ #include <a.h>", "2:<a.h>"),
    ImportCase("not at line start", "int a; #include <a.h>\nx #include <b.h>", ""),
    ImportCase("in comments", "// #include <a.h>\n/* \n#include <b.h>\n*/\n#include <c.h>", "5:<c.h>"),
    ImportCase("comments do not nest", "/* /* */\n#include <a.h>\n/* */", "2:<a.h>"),
    ImportCase("spliced comment", "// x \\\n#include <a.h>\n#include <b.h>", "3:<b.h>"),
    ImportCase("spliced directive", "#inc\\\nlude \\\n <a\\\n.h>", "1:<a.h>"),
    ImportCase("splice and CRLF", "#define A \\\r\n #include <a.h>\r\n#include <b.h>", "3:<b.h>"),
    ImportCase("spliced opener", "/\\\n* \n#include <a.h> */\n#include <b.h>", "4:<b.h>"),
    ImportCase("strings", "char *a = \"/* \\\" \\\n // \";\n#include <a.h>", "3:<a.h>"),
    ImportCase("characters", "char a = '\"', b = '\\'', c = '/*';\n#include <a.h>", "2:<a.h>"),
    ImportCase("digit separators", "int a = 1'000; /* '\n#include <no.h>\n */\n#include <a.h>", "4:<a.h>"),
    ImportCase("raw string", "auto a = R\"x(\n#include <a.h>\n)\" )x\";\n#include <b.h>", "4:<b.h>"),
    ImportCase("raw string in C", "x = R\"(\";\n#include <a.h>", "2:<a.h>"),
    ImportCase(
      "all branches", "#if 0\ndon't \"\n#include <a.h>\n#else\n#include <b.h>\n#endif", "3:<a.h> 5:<b.h>"),
    ImportCase(
      "has include", "#if defined(A) && __has_include(<a.h>)\n#elif __has_include ( \"b.h\")\n#endif",
      "1:<a.h> 2:\"b.h\""),
    ImportCase("other words", "#includes <a.h>\n#define include <b.h>\n@implementation A", ""),
    ImportCase("open comment", "/* x\n#include <a.h>\n/* y", "2:<a.h>"),
    ImportCase("open string", "a = \"x\n#include <a.h>", "2:<a.h>"),
    ImportCase("open path", "#include <a.h\n#include \"b.h\n#include <c.h>", "3:<c.h>"),
  ]
}
