import path from 'node:path'
import { fileURLToPath } from 'node:url'

const server = path.dirname(fileURLToPath(import.meta.resolve('@holdfast/server/package.json')))

/**
 * The absolute path of a file or folder of the project, such as `media`. Code must not derive it from its own place: the
 * bundle has another one than the sources (docs/decisions/0070).
 */
export const inProject = (place: string): string => path.resolve(server, '../..', place)

const isBundled = path.extname(import.meta.filename) === '.js'

/**
 * The program that Node runs for a source such as `apps/fleet/src/main.ts`: the source itself, or its bundle if this
 * process runs from a bundle. scripts/bundle.mjs lists the programs.
 */
export const programOf = (source: string): string =>
  inProject(isBundled ? source.replace('/src/', '/dist/').replace(/ts$/, 'js') : source)
