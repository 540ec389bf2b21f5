/** A command did what it was asked, and the result is that something is wrong. The message is printed without a stack trace. */
export class CommandFailure extends Error {}
