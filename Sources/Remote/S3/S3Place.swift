/// Where a bucket is: at Amazon's, or at another server that speaks as they do.
package struct S3Place: Sendable, Hashable {
  package let region: String
  /// `https://host` or `http://host:port` of a server that takes the bucket as the first part of a path.
  package let endpoint: String?

  /// By the names that Amazon's own tools know.
  package init(_ environment: [String: String]) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    }
    region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
    endpoint = value("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL").map {
      $0.hasSuffix("/") ? String($0.dropLast()) : $0
    }
  }

  /// Whether what is said on the way can be read by others.
  package var isSecure: Bool { endpoint?.hasPrefix("https://") ?? true }

  func base(of bucket: String) -> (scheme: String, host: String, folder: String) {
    guard let endpoint else { return ("https", "\(bucket).s3.\(region).amazonaws.com", "") }
    let scheme = endpoint.hasPrefix("https://") ? "https" : "http"
    let host = endpoint.firstRange(of: "://").map { String(endpoint[$0.upperBound...]) } ?? endpoint
    return (scheme, host, "/\(bucket)")
  }
}
