import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChildPart, startChild } from '../../apps/server/src/commands/child-part.ts'
import type { Running } from '../../apps/server/src/platform/keep-alive.ts'
import { inheritedEnvironment } from '../setup/inherited-environment.ts'
import { type PreparedInstallation, prepareInstallation } from '../setup/prepared-installation.ts'
import { programs } from '../setup/programs.ts'

const run = promisify(execFile)

let installation: PreparedInstallation
let stopping: AbortController
beforeAll(async () => {
  installation = await prepareInstallation()
  stopping = new AbortController()
})
afterAll(async () => {
  stopping?.abort()
  await installation?.remove()
})

const part = (command: string, logFolder: string): ChildPart => ({
  name: command,
  program: programs.holdfast,
  args: [command],
  environment: { ...inheritedEnvironment(), HOLDFAST_LOG_LEVEL: 'info', ...installation.environment },
  logFolder,
  stopping: stopping.signal,
})

const origin = () => `http://127.0.0.1:${installation.environment.HOLDFAST_PORT}`

/** Makes calls; each of them writes a line to the log. */
const makeCalls = async (): Promise<void> => {
  for (let count = 0; count < 20; count += 1) {
    const response = await fetch(`${origin()}/api/admin/v1/nobody/unknown-call`)
    expect(response.status).toBe(404)
  }
}

/** Mounts a file system of a few pages. Null where this user may not mount one; the title then says why. */
const mountSmallFileSystem = async (folder: string): Promise<string | null> => {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', folder])
    return folder
  } catch {
    await rm(folder, { recursive: true, force: true })
    return null
  }
}

const smallFolder = await mountSmallFileSystem(await mkdtemp(path.join(tmpdir(), 'holdfast-full-log-')))

describe('parts whose log has no space', () => {
  it.each(['serve', 'work'])(
    '%s starts, keeps running and stops in order when nothing can be written',
    async (command) => {
      const folder = path.join(installation.folder, `log of ${command}`)
      mkdirSync(folder)
      symlinkSync('/dev/full', path.join(folder, `${command}.log`))
      const running = await startChild(part(command, folder))
      if (command === 'serve') await makeCalls()
      await running.stop()
      expect(await running.ended).toBe('ended with code 0')
    },
  )

  it('a part starts even if its log file cannot be created', async () => {
    const file = path.join(installation.folder, 'no folder')
    writeFileSync(file, '')
    const running = await startChild(part('work', file))
    await running.stop()
    expect(await running.ended).toBe('ended with code 0')
  })
})

describe.runIf(smallFolder)(
  `a log disk that becomes full${smallFolder ? '' : ' (not run: mounting a small tmpfs needs root)'}`,
  () => {
    const folder = smallFolder ?? ''
    let running: Running
    afterAll(async () => {
      await running?.stop()
      await run('umount', [folder])
      await rm(folder, { recursive: true, force: true })
    })

    it('ends no part, and lines are written again once there is space', async () => {
      running = await startChild(part('serve', folder))
      const filler = path.join(folder, 'filler')
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
      // More lines than fit into the last page of the file.
      for (let round = 0; round < 3; round += 1) await makeCalls()
      const log = path.join(folder, 'serve.log')
      const { size } = statSync(log)
      await makeCalls()
      expect(statSync(log).size).toBe(size)
      rmSync(filler)
      await makeCalls()
      expect(statSync(log).size).toBeGreaterThan(size)
    })
  },
)
