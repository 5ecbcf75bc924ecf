import Runner
import Support

extension GateCounts {
  var json: JSON { JSON(fields: Gate.allCases.map { ($0.rawValue, self[$0]) }) }

  /// ` (8 look at nothing that changed, 2 are built as before)`; nothing where keys alone decided.
  var remark: String {
    let (observed, product) = (self[.observed], self[.product])
    let parts = [
      observed > 0 ? "\(observed) \(observed == 1 ? "looks" : "look") at nothing that changed" : nil,
      product > 0 ? "\(product) \(product == 1 ? "is" : "are") built as before" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}

extension Gate {
  /// Of one module; nil where its key decided.
  var remark: String? {
    switch self {
    case .key: nil
    case .observed: "looked at nothing that changed"
    case .product: "built as before"
    }
  }
}
