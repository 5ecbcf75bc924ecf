/// What a person asked for with `--color`.
package enum ColorChoice: String, Sendable, Hashable, CaseIterable {
  case auto, always, never
}
