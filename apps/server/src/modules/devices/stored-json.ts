/** JSON text that PostgreSQL can store: half of a surrogate pair becomes U+FFFD, as it does in a text column. */
export const storedJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? inner.toWellFormed() : inner))
