import { execFile } from 'node:child_process'
import { access } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Makes sure that a program from Debian is installed: `packages` provide `file`. Installs them when run as root;
 * otherwise throws one line with the command to run.
 */
export const needDebianPackages = async (file: string, packages: readonly string[]): Promise<void> => {
  if (await isThere(file)) return
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages]
  const missing = `${file} is missing: ${process.getuid?.() === 0 ? '' : 'sudo '}${command.join(' ')}`
  if (process.getuid?.() !== 0) throw new Error(missing)
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    await run('apt-get', command.slice(1), { env, maxBuffer: 64 * 1024 ** 2 })
  } catch (error) {
    throw new Error(missing, { cause: error })
  }
}
