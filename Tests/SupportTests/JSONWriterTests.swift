import Base
import Testing

@Suite struct JSONWriterTests {
  private let sample: JSON = [
    "schema": 1, "none": nil as String?, "left out": OptionalField<String>(nil),
    "there": OptionalField("x"), "empty": [:] as JSON, "list": [["b": true], [:]] as [JSON],
    "lists": [["x", "y"], []], "lazy": [1, 2].lazy.map { $0 + 1 },
  ]

  @Test func compact() {
    #expect(
      sample.compactJSON
        == #"{"schema":1,"none":null,"there":"x","empty":{},"list":[{"b":true},{}],"lists":[["x","y"],[]],"#
        + #""lazy":[2,3]}"#)
  }

  @Test func pretty() {
    #expect(
      sample.prettyJSON == """
        {
          "schema": 1,
          "none": null,
          "there": "x",
          "empty": {},
          "list": [
            {
              "b": true
            },
            {}
          ],
          "lists": [
            [
              "x",
              "y"
            ],
            []
          ],
          "lazy": [
            2,
            3
          ]
        }
        """)
  }

  @Test("the fields of several objects follow one another")
  func joined() {
    #expect(JSON(["b": 1], [:], ["a": 2]).compactJSON == #"{"b":1,"a":2}"#)
  }

  @Test("a parsed document is written as it was")
  func parsed() throws {
    let text = #"{"b":[1,2.50,-3e4],"a":null,"c":{"d":false,"e":""}}"#
    #expect(try JSONParser.parse(Array(text.utf8)).compactJSON == text)
  }

  @Test(
    arguments: [
      (0, "0.000"), (1.5, "1.500"), (0.0004, "0.000"), (0.0005, "0.001"), (-0.0001, "0.000"),
      (-2.25, "-2.250"),
      (41, "41.000"), (.infinity, "null"), (.nan, "null"), (1e300, "1e+300"),
      (999_999_999_999, "999999999999.000"),
    ] as [(Double, String)])
  func decimals(value: Double, text: String) {
    #expect(value.compactJSON == text)
  }

  @Test func everyScalarOfTheFirstPlaneComesBack() throws {
    let text = String(String.UnicodeScalarView((0...0xFFFF).compactMap { Unicode.Scalar(UInt32($0)) }))
    let back = try JSONParser.parse(Array(text.prettyJSON.utf8)).stringValue
    #expect(back.map { Array($0.utf8) } == Array(text.utf8))
  }
}
