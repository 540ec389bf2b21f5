import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { fail } from './project.mjs'

/** What tests need besides npm's packages: the Debian package, and a program that tells whether it is there. */
const needed = [
  { name: 'chromium-headless-shell', program: 'chromium-headless-shell' },
  { name: 'clamav-daemon', program: 'clamd' },
  { name: 'openssh-server', program: 'sshd' },
]

/** Installs the missing system packages when we are root; otherwise ends the script, naming the command to run. */
export function installSystemPackages() {
  const missing = needed.filter(({ program }) => !isThere(program)).map(({ name }) => name)
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
  // Daemons live in sbin, which is not on everybody's path.
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
