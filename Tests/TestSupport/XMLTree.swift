import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A document as a real parser reads it; nil when it is not well-formed.
final class XMLTree: NSObject, XMLParserDelegate {
  final class Element {
    let name: String
    let attributes: [String: String]
    var children: [Element] = []
    var text = ""

    init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    func all(_ name: String) -> [Element] {
      children.filter { $0.name == name } + children.flatMap { $0.all(name) }
    }

    subscript(attribute: String) -> String? { attributes[attribute] }
  }

  private let document = Element("", [:])
  private lazy var open = [document]

  static func root(of text: String) -> Element? {
    let tree = XMLTree()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = tree
    return parser.parse() ? tree.document.children.first : nil
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = Element(name, attributes)
    open.last?.children.append(element)
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
}
