import Support
import Testing

@Suite struct JSONWriterTests {
  private func sample(pretty: Bool) -> String {
    var writer = JSONWriter(pretty: pretty)
    writer.object { object in
      object.field("schema", 1)
      object.field("none", nil as String?)
      object.field("empty") { $0.object { _ in } }
      object.field("list") { list in
        list.array { array in
          array.string("a")
          array.array { _ in }
          array.object { $0.field("b", true) }
        }
      }
      object.field("names", ["x", "y"])
    }
    return writer.text
  }

  @Test func compact() {
    #expect(
      sample(pretty: false)
        == #"{"schema":1,"none":null,"empty":{},"list":["a",[],{"b":true}],"names":["x","y"]}"#)
  }

  @Test func pretty() {
    #expect(
      sample(pretty: true) == """
        {
          "schema": 1,
          "none": null,
          "empty": {},
          "list": [
            "a",
            [],
            {
              "b": true
            }
          ],
          "names": [
            "x",
            "y"
          ]
        }
        """)
  }

  @Test(
    arguments: [
      (0, "0.000"), (1.5, "1.500"), (0.0004, "0.000"), (0.0005, "0.001"), (-0.0001, "0.000"),
      (-2.25, "-2.250"),
      (41, "41.000"), (.infinity, "null"), (.nan, "null"), (1e300, "1e+300"),
      (999_999_999_999, "999999999999.000"),
    ] as [(Double, String)])
  func decimals(value: Double, text: String) {
    var writer = JSONWriter(pretty: false)
    writer.decimal(value)
    #expect(writer.text == text)
  }

  @Test func everyScalarOfTheFirstPlaneComesBack() throws {
    let text = String(String.UnicodeScalarView((0...0xFFFF).compactMap { Unicode.Scalar(UInt32($0)) }))
    var writer = JSONWriter()
    writer.string(text)
    let back = try JSONParser.parse(writer.bytes).stringValue
    #expect(back.map { Array($0.utf8) } == Array(text.utf8))
  }
}
