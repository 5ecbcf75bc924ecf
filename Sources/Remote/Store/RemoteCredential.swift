import HTTP
import Support

/// What shows a server who asks.
package enum RemoteCredential: Sendable, Hashable {
  case bearer(String)
  case basic(user: String, password: String)
  case s3(S3Credential)
  /// libcurl reads it from there for each host.
  case netrc

  /// nil where the request itself does not say it.
  var header: HTTPRequest.Header? {
    switch self {
    case .bearer(let token): .init("Authorization", "Bearer \(token)")
    case .basic(let user, let password):
      .init("Authorization", "Basic \(Base64.text(of: Array("\(user):\(password)".utf8)))")
    case .s3, .netrc: nil
    }
  }
}

package struct S3Credential: Sendable, Hashable {
  package let accessKey: String
  package let secretKey: String
  package let sessionToken: String?

  package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
    self.accessKey = accessKey
    self.secretKey = secretKey
    self.sessionToken = sessionToken
  }
}
