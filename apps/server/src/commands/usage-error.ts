/** A command was written wrongly: told in one line, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
