import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, whatever folder a script was started from. */
export const project = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/**
 * A path inside of the project.
 * @param {string[]} parts
 */
export const inProject = (...parts) => path.join(project, ...parts)

/**
 * Ends the script with one line that says what to do.
 * @param {string} line
 * @returns {never}
 */
export function fail(line) {
  console.error(line)
  process.exit(1)
}
