/**
 * The parts of the installation do not belong together, or one is missing. The message is one line that names the part, its
 * place and what to do. It contains no secret.
 */
export class InstallationError extends Error {
  override readonly name = 'InstallationError'
}
