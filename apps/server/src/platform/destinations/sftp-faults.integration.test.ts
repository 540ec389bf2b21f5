import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sshd, startSshd } from '../../../../../tests/setup/sshd.ts'
import { TcpProxy } from '../../../../../tests/setup/tcp-proxy.ts'
import { cutConnections } from '../../../test/cut-connections.ts'
import { fileOf, sshdOptions, unhindered } from '../../../test/delivered-files.ts'
import { examineDestination, openDestination } from './index.ts'

const run = promisify(execFile)
const settings = { allowPrivateAddresses: true, transferStsUrl: undefined }
const parts = { settings }
const impatient = { settings, limits: { connectMs: 500, idleMs: 500 } }
const { signal } = unhindered

let sshd: Sshd
let proxy: TcpProxy
beforeAll(async () => {
  sshd = await startSshd()
})
afterAll(() => sshd?.stop())

const throughProxy = async () => {
  proxy = await TcpProxy.open({ host: '127.0.0.1', port: sshd.port })
  return sshdOptions(sshd, { port: proxy.port })
}

describe('a server that does not answer', () => {
  it('is reported as unreachable if nothing listens', async () => {
    const opened = openDestination(parts, sshdOptions(sshd, { port: 1 }), signal)
    await expect(opened).rejects.toMatchObject({ code: 'unreachable', isTransient: true })
  })

  it('is given up if it accepts and says nothing', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const options = sshdOptions(sshd, { port: (silent.address() as AddressInfo).port })
    await expect(openDestination(impatient, options, signal)).rejects.toMatchObject({ code: 'timeout' })
    const { passed, steps } = await examineDestination({ settings, timeoutMs: 300 }, options)
    expect(passed).toBe(false)
    expect(steps.find(({ result }) => result === 'failed')).toMatchObject({
      step: 'host_key',
      detail: 'There was no answer within 0.3 seconds',
    })
    silent.close()
  })

  it.each(['hang', 'dribble'] as const)(
    'is given up in the midst of a file (%s), and nothing else waits',
    async (fault) => {
      const options = await throughProxy()
      const limits: { idleMs?: number } = {}
      const slow = await openDestination({ settings, limits }, options, signal)
      const other = await openDestination(parts, sshdOptions(sshd), signal)
      proxy[fault]()
      limits.idleMs = 500
      const failed = expect(slow.put(`${fault}/a`, fileOf(randomBytes(300_000)), unhindered)).rejects.toMatchObject({
        code: 'timeout',
        isTransient: true,
      })
      expect(await other.put(`${fault}/b`, fileOf(randomBytes(10)), unhindered)).toMatchObject({ check: 'read_back' })
      await failed
      await expect(slow.read('x', 1)).rejects.toMatchObject({ code: 'timeout' })
      await other.close()
      await proxy.close()
    },
  )

  it('ends with the signal', async () => {
    const ended = new AbortController()
    const opened = await openDestination(parts, await throughProxy(), ended.signal)
    proxy.hang()
    const put = opened.put('signal/a', fileOf(randomBytes(10)), unhindered)
    ended.abort()
    await expect(put).rejects.toMatchObject({ code: 'cancelled' })
    await proxy.close()
  })
})

it('a cut connection leaves no part of a file under its name, and the next try completes it', () =>
  cutConnections(sshd, { fileBytes: 1024 ** 2, everyBytes: 262_144 }))

it('a folder that may only be read is said to be refused', async () => {
  const readOnly = await startSshd({ sftpOptions: '-R' })
  try {
    const opened = await openDestination(parts, sshdOptions(readOnly), signal)
    await expect(opened.put('a', fileOf(Buffer.from('x')), unhindered)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('Permission denied'),
    })
    await opened.close()
    const { steps } = await examineDestination(parts, sshdOptions(readOnly))
    expect(steps.find(({ result }) => result === 'failed')?.step).toBe('write')
  } finally {
    await readOnly.stop()
  }
})

it('a file that is too large for the server leaves nothing behind', async () => {
  const limited = await startSshd({ maxFileKibibytes: 256 })
  try {
    const opened = await openDestination(parts, sshdOptions(limited), signal)
    await expect(opened.put('a', fileOf(randomBytes(1024 ** 2)), unhindered)).rejects.toMatchObject({ code: 'refused' })
    expect(await readdir(limited.folder)).toEqual([])
    expect(await opened.put('b', fileOf(randomBytes(1000)), unhindered)).toMatchObject({ check: 'read_back' })
    await opened.close()
  } finally {
    await limited.stop()
  }
})

/** Needs root. */
const mountSmall = async (folder: string): Promise<boolean> =>
  run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder]).then(
    () => true,
    () => false,
  )

describe.runIf(process.getuid?.() === 0)('a full disk (needs root)', () => {
  it('is said to be full, and used again once there is space', async () => {
    const small = join(sshd.folder, 'small')
    await mkdir(small)
    if (!(await mountSmall(small))) return
    try {
      const opened = await openDestination(parts, sshdOptions(sshd, { rootDirectory: small }), signal)
      const content = randomBytes(4 * 1024 ** 2)
      await expect(opened.put('a', fileOf(content), unhindered)).rejects.toMatchObject({
        code: 'no_space',
        isTransient: true,
      })
      expect(await readdir(small)).toEqual([])
      expect(await opened.put('b', fileOf(randomBytes(1000)), unhindered)).toMatchObject({ check: 'read_back' })
      await opened.close()
    } finally {
      await run('umount', [small])
    }
  })
})
