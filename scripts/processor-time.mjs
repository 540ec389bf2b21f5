import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { watchProcesses } from './watched-processes.mjs'

/**
 * Measures the processor time of one program and of all processes that descend from it, also of killed ones. A cgroup counts
 * exactly; where none can be made (a container with read-only cgroups, a system without systemd's delegation), /proc is read every
 * second.
 * @returns `start(pid)`, to be called as soon as the program runs; `seconds()`, undefined where neither works; `usageFile`, which the
 *   program can read with `readUsage` to learn what it has used so far, if there is a cgroup; and `end()`
 */
export function measureProcessorTime() {
  return inCgroup() ?? watchProcesses()
}

let made = 0

function inCgroup() {
  for (const parent of cgroups()) {
    const folder = path.join(parent.folder, `holdfast-${process.pid}-${++made}`)
    const usageFile = path.join(folder, parent.usage)
    try {
      mkdirSync(folder)
      readUsage(usageFile)
    } catch {
      continue // not ours to divide
    }
    return {
      usageFile,
      start: (pid) => join(folder, pid),
      seconds: () => readUsage(usageFile),
      end: () => remove(folder),
    }
  }
}

/** The cgroups of this process that count processor time: version 1 has a hierarchy for it, version 2 has one for everything. */
function cgroups() {
  return read('/proc/self/cgroup')
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([, controllers]) => controllers === '' || controllers?.split(',').includes('cpuacct'))
    .map(([, controllers, ...place]) => ({
      folder: path.join('/sys/fs/cgroup', controllers, place.join(':')),
      usage: controllers === '' ? 'cpu.stat' : 'cpuacct.usage',
    }))
}

/**
 * The processor seconds that a cgroup has used.
 * @param {string} usageFile `cpuacct.usage` of version 1 (nanoseconds) or `cpu.stat` of version 2 (microseconds, among others)
 */
export function readUsage(usageFile) {
  const text = readFileSync(usageFile, 'utf8')
  const microseconds = /^usage_usec (\d+)$/m.exec(text)?.[1]
  return microseconds === undefined ? Number(text) / 1e9 : Number(microseconds) / 1e6
}

function join(folder, pid) {
  try {
    writeFileSync(path.join(folder, 'cgroup.procs'), String(pid))
  } catch {
    // the program has ended already
  }
}

/** Processes that were just killed may need a moment to leave. */
async function remove(folder) {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return rmdirSync(folder)
    } catch {
      await pause(50)
    }
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // not Linux
  }
}
