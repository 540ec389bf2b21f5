/**
 * A part of the product could not start for a reason that an operator can fix. The message is one line that says what
 * happened and what to do. Commands print it without a stack trace.
 */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
