/**
 * A part of the product could not start for a reason that a person can mend. Its message is one line that says what
 * happened and what to do; commands print it without a stack trace.
 */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
