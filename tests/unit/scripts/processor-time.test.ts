import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { measureProcessorTime } from '../../../scripts/processor-time.mjs'
import { watchProcesses } from '../../../scripts/watched-processes.mjs'

/** Uses half a second of processor time and says so. */
const work = `
  while (process.cpuUsage().user < 500_000) JSON.stringify(process.env)
  console.log(process.pid)`
const isKilled = `${work}; setTimeout(() => process.kill(process.pid, 'SIGKILL'))`
const stays = `${work}; setTimeout(() => {}, 600_000)`
/** Has a child in a process group of its own, and one that ends before it; says when that has ended. */
const parent = `
  const { spawn, spawnSync } = require('node:child_process')
  spawn(process.execPath, ['-e', ${JSON.stringify(stays)}], { detached: true, stdio: 'inherit' })
  spawnSync(process.execPath, ['-e', ${JSON.stringify(isKilled)}])
  console.log(process.pid)
  setTimeout(() => {}, 600_000)`

describe.skipIf(process.platform !== 'linux')('the processor time of a program', () => {
  test.each([
    ['in a cgroup if one can be made', measureProcessorTime],
    ['read from /proc', watchProcesses],
  ])('includes its children, killed ones as well, %s', async (_how, measure) => {
    const measured = measure()
    const program = spawn(process.execPath, ['-e', parent], { stdio: ['ignore', 'pipe', 'inherit'] })
    if (program.pid === undefined) throw new Error('not started')
    measured.start(program.pid)
    const living: number[] = []
    for await (const line of createInterface({ input: program.stdout })) {
      living.push(Number(line))
      if (living.length === 2) break
    }
    expect(measured.seconds()).toBeGreaterThan(0.9)
    for (const pid of living) process.kill(pid, 'SIGKILL')
    await once(program, 'exit')
    expect(measured.seconds()).toBeGreaterThan(0.9)
    await measured.end()
  })
})
