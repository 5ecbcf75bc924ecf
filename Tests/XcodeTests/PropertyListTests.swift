import Base
import Testing

@testable import Xcode

@Suite struct PropertyListTests {
  /// The values in one line: lists in parentheses, dictionaries in braces.
  private func shown(_ list: PropertyList, _ node: Int = 0) -> String {
    switch list.kind(of: node) {
    case .text, .escapedText: list.text(of: node) ?? ""
    case .data: "<\(String(decoding: list.content(of: node), as: UTF8.self))>"
    case .list: "(\(list.children(of: node).map { shown(list, $0) }.joined(separator: ",")))"
    case .dictionary:
      "{\(list.keys(of: node).map { "\(shown(list, $0))=\(shown(list, $0 + 1))" }.joined(separator: ","))}"
    }
  }

  @Test(
    arguments: [
      ("{}", "{}"),
      ("\u{FEFF}{ a = b; }", "{a=b}"),
      ("// !$*UTF8*$!\n{ a = b; /* c */ d /* e */ = f /* g */; }", "{a=b,d=f}"),
      ("{a=(b,c,);}", "{a=(b,c)}"),
      ("{a=(b,(),{c=d;});}", "{a=(b,(),{c=d})}"),
      ("{a=();}", "{a=()}"),
      ("{ \"a b\" = 'c d'; }", "{a b=c d}"),
      ("{a=-O.$x_/y:z1;}", "{a=-O.$x_/y:z1}"),
      ("{a=https://b//c;}", "{a=https://b//c}"),
      ("{a=<0f 1E\n00>;}", "{a=<0f 1E\n00>}"),
      ("{a=\"b\nc\";}", "{a=b\nc}"),
      (#"{a="\"b\"\\\n\t\'\q";}"#, "{a=\"b\"\\\n\t'q}"),
      (#"{a="\101\12\0601";}"#, "{a=A\n01}"),
      (#"{a="\U00fc\Ud83d\Ude00";}"#, "{a=ü😀}"),
      ("{a=\"ü😀\";}", "{a=ü😀}"),
      ("{\r\n\ta = b;\r\n}\r\n", "{a=b}"),
    ])
  func valuesAreRead(text: String, expected: String) throws {
    #expect(shown(try PropertyList(parsing: Array(text.utf8))) == expected)
  }

  @Test(
    arguments: [
      ("", "the file is empty", 0),
      ("(a)", "\"{\" is expected", 0),
      ("{a = b}", "\";\" is expected after a value", 6),
      ("{a b;}", "\"=\" is expected after a key", 3),
      ("{a;}", "\"=\" is expected after a key", 2),
      ("{a = ;}", "a value is expected", 5),
      ("{= b;}", "a key or \"}\" is expected", 1),
      ("{a = (b c);}", "\")\" is expected after an element of a list", 8),
      ("{a = (b,", "this \"(\" is never closed", 5),
      ("{a = b;", "this \"{\" is never closed", 0),
      ("{a = ", "the file ends where a value is expected", 5),
      ("{a = \"b;}", "a string is never closed", 5),
      ("{a = \"b\\", "a string is never closed", 5),
      ("{a = <0g>;}", "a hexadecimal digit or \">\" is expected", 7),
      ("{a = <0>;}", "data ends with half a byte", 5),
      ("{a = <00;}", "a hexadecimal digit or \">\" is expected", 8),
      ("{/* a}", "a comment is never closed", 1),
      ("{} b", "text after the end of the property list", 3),
      ("{a = b; c = d; a = e;}", "the key \"a\" appears twice in one dictionary", 15),
      ("{a=1;b=1;c=1;d=1;e=1;f=1;g=1;h=1;i=1;c=2;}", "the key \"c\" appears twice in one dictionary", 37),
      (#"{a="\777";}"#, "an octal escape is not an ASCII character", 4),
      (#"{a="\U12";}"#, "\"\\U\" needs four hexadecimal digits", 4),
      (#"{a="\Ud83d";}"#, "an escape is half of a surrogate pair", 4),
      ("{a = \u{0}b;}", "a value is expected", 5),
    ])
  func damageIsNamedWithItsPlace(text: String, message: String, offset: Int) {
    #expect(throws: PropertyList.Damage(message: message, offset: offset)) {
      try PropertyList(parsing: Array(text.utf8))
    }
  }

  @Test func deepNestingIsRefused() {
    let text = "{a = " + String(repeating: "(", count: 100_000)
    #expect(throws: PropertyList.Damage(message: "the values are nested too deeply", offset: 68)) {
      try PropertyList(parsing: Array(text.utf8))
    }
  }

  @Test func textOfAnotherEncodingIsRefused() {
    #expect(throws: PropertyList.Damage(message: "the text is not valid UTF-8", offset: 2)) {
      try PropertyList(parsing: Array("{\na = \"".utf8) + [0xFC] + Array("\";\n}".utf8))
    }
  }
}
