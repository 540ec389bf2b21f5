import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Processes that end together with a check may still be ending when the check is over. */
const patienceMs = 15_000
const pollMs = 250
/** Files of the tools themselves, or of system services for every user. */
const expected = /^(node-compile-cache|v8-compile-cache|hsperfdata_|\.org\.chromium|\.X\d|\.ICE|\.font)/

/**
 * Creates a folder for the temporary files of one attempt at a check, and finds what the attempt left behind: processes
 * that were started with this folder as TMPDIR, mounts below it, and files in it. Processes and mounts are found on
 * Linux only.
 */
export function watchLeftovers() {
  // The path is short because that of a Unix socket may have 103 bytes, and other users may enter because PostgreSQL
  // runs as one.
  const folder = mkdtempSync(path.join(tmpdir(), 'hf-'))
  chmodSync(folder, 0o711)
  return {
    folder,
    /** Lists what was left behind, then removes it. */
    async collect() {
      const processes = await remaining(() => processesOf(folder))
      const mounts = mountsBelow(folder)
      const files = readdirSync(folder).filter((name) => !expected.test(name))
      for (const { pid } of processes) kill(pid)
      if (mounts.length === 0) rmSync(folder, { recursive: true, force: true })
      return [
        ...processes.map(({ pid, command }) => `process ${pid}: ${command}`),
        ...mounts.map((mount) => `mount: ${mount}`),
        ...files.map((name) => `file: ${path.join(folder, name)}`),
      ]
    },
  }
}

/** What is still there after a while. Returns early when nothing is. */
async function remaining(find) {
  const until = performance.now() + patienceMs
  let found = find()
  while (found.length > 0 && performance.now() < until) {
    await pause(pollMs)
    found = find()
  }
  return found
}

function processesOf(folder) {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }))
    .filter(
      ({ pid, command }) => command.includes(folder) || read(`/proc/${pid}/environ`).includes(`TMPDIR=${folder}\0`),
    )
}

const mountsBelow = (folder) =>
  read('/proc/mounts')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((place) => place.startsWith(`${folder}/`))

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // the process has ended meanwhile
  }
}

function list(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return [] // not Linux
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // the process has ended, or belongs to somebody else
  }
}
