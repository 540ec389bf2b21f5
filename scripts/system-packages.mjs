import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { fail } from './project.mjs'

/** Debian packages that the tests need besides npm's, each with a program or file that shows whether it is installed. */
const needed = [
  { name: 'bubblewrap', program: 'bwrap' },
  { name: 'chromium-headless-shell', program: 'chromium-headless-shell' },
  { name: 'clamav-daemon', program: 'clamd' },
  { name: 'openssh-server', program: 'sshd' },
  { name: 'proftpd-core', program: 'proftpd' },
  { name: 'proftpd-mod-crypto', file: '/usr/lib/proftpd/mod_sftp.so' },
]

/** Installs missing system packages when run as root; otherwise ends the script with the command to run. */
export function installSystemPackages() {
  const missing = needed
    .filter(({ program, file }) => !(file ? existsSync(file) : isThere(program)))
    .map(({ name }) => name)
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0 || !isThere('apt-get')) {
    fail(`The tests need ${missing.join(', ')}. Run: sudo apt-get update && sudo apt-get ${install.join(' ')}`)
  }
  console.log(`Installing ${missing.join(', ')} for the tests …`)
  aptGet(['update'])
  aptGet(install)
}

function aptGet(args) {
  const { status, stdout, stderr } = spawnSync('apt-get', ['--quiet=2', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status !== 0) fail(`${stdout}${stderr}\napt-get ${args[0]} failed: see above.`)
}

function isThere(program) {
  // Daemons are in sbin, which is not in everybody's PATH.
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
