import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, wherever a script was started. */
export const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/**
 * A path inside the project.
 * @param {string[]} parts
 */
export const inProject = (...parts) => path.join(project, ...parts)

/**
 * Ends the script with a one-line message that says what to do.
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  console.error(line)
  process.exit(1)
}
