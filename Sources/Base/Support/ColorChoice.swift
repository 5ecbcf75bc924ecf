/// The value of `--color`.
package enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  case auto, always, never
}
