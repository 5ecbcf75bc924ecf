package import Foundation

#if canImport(FoundationXML)
  package import FoundationXML
#endif

/// A document as a real parser reads it; nil when it is not well-formed.
package final class XMLTree: NSObject, XMLParserDelegate {
  package final class Element {
    package let name: String
    package let attributes: [String: String]
    package fileprivate(set) var children: [Element] = []
    package fileprivate(set) var text = ""

    fileprivate init(_ name: String, _ attributes: [String: String]) {
      self.name = name
      self.attributes = attributes
    }

    package func all(_ name: String) -> [Element] {
      children.filter { $0.name == name } + children.flatMap { $0.all(name) }
    }

    package subscript(attribute: String) -> String? { attributes[attribute] }
  }

  private let document = Element("", [:])
  private lazy var open = [document]

  package static func root(of text: String) -> Element? {
    let tree = XMLTree()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = tree
    return parser.parse() ? tree.document.children.first : nil
  }

  package func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    let element = Element(name, attributes)
    open.last?.children.append(element)
    open.append(element)
  }

  package func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  package func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
}
