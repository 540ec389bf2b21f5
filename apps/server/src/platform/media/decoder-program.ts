import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { programOf } from '../places.ts'

/** The decoder's entry. */
export const program = programOf('apps/decoder/src/main.ts')

type Dependencies = Readonly<Record<string, string>>

/** The folders of a package and of everything that it depends on. Optional ones may be missing: they are other platforms'. */
const packageFolders = (folder: string, found: Set<string> = new Set()): ReadonlySet<string> => {
  if (found.has(folder)) return found
  found.add(folder)
  const manifest = path.join(folder, 'package.json')
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    dependencies?: Dependencies
    optionalDependencies?: Dependencies
  }
  const { resolve } = createRequire(manifest)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const dependency = resolve
      .paths(name)
      ?.map((modules) => path.join(modules, name))
      .find((place) => existsSync(place))
    if (dependency !== undefined) packageFolders(dependency, found)
  }
  return found
}

/** Everything that the decoder consists of, besides the system's libraries. */
export const programFiles = (): string[] => [process.execPath, ...packageFolders(path.resolve(program, '../..'))]
