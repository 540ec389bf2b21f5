/** A wrong command line. It is reported in one line, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
