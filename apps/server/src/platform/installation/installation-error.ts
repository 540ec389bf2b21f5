/**
 * The parts of the installation do not belong together, or one of them is gone. The message is one line that names the
 * part, its place and what to do; it repeats no secret.
 */
export class InstallationError extends Error {
  override readonly name = 'InstallationError'
}
