import Support

/// The one text for a plugin's capability that both of SwiftPM's shapes lead to.
enum PluginCapability {
  static func canonical(_ kind: String, intent: JSONNode?, permissions: JSONNode?) -> String {
    var parts = ["\"kind\":\"\(kind)\""]
    if let intent { parts.append("\"intent\":\(intent.canonicalJSON())") }
    if let permissions, permissions.arrayValue?.isEmpty == false {
      parts.append("\"permissions\":\(permissions.canonicalJSON())")
    }
    return "{" + parts.joined(separator: ",") + "}"
  }
}
