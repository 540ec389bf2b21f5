import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFolderStorage } from '../src/folder-storage.ts'
import { soundOf } from './handsets.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'folder-storage-'))
})
afterEach(() => rm(root, { recursive: true }))

async function* cut(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

describe('folder storage', () => {
  it('keeps records, and returns them whole or in ranges after it is opened again', async () => {
    const bytes = soundOf(100_000)
    const storage = await openFolderStorage(root)
    await storage.put('content/B', cut(bytes, 777))
    await storage.put('content/A', bytes)
    await storage.put('content/A', soundOf(5))
    const again = await openFolderStorage(root)
    expect(await again.list('content')).toEqual(['content/A', 'content/B'])
    expect(new Uint8Array((await again.get('content/A')) ?? [])).toEqual(soundOf(5))
    expect(await again.get('content/B', { from: 65_530, to: 65_540 })).toEqual(bytes.slice(65_530, 65_540))
    expect((await again.get('content/B', { from: 99_990, to: 100_010 }))?.length).toBe(10)
  })

  it('reports missing records', async () => {
    const storage = await openFolderStorage(root)
    expect(await storage.get('content/A')).toBeUndefined()
    expect(await storage.list('content')).toEqual([])
    await storage.remove('content/A')
  })

  it('keeps nothing of a record whose stream broke off', async () => {
    const storage = await openFolderStorage(root)
    async function* broken() {
      yield soundOf(70_000)
      throw new Error('microphone gone')
    }
    await expect(storage.put('content/A', broken())).rejects.toThrow('microphone gone')
    expect(await storage.list('content')).toEqual([])
    expect(await readdir(path.join(root, '.unfinished'))).toEqual([])
  })

  it.each(['../secret', 'content/../../secret', '/etc/passwd', 'content/', '', 'a\0b'])(
    'refuses the name %j',
    async (name) => {
      const storage = await openFolderStorage(root)
      await expect(Promise.resolve().then(() => storage.put(name, soundOf(1)))).rejects.toThrow('Not the name')
    },
  )
})

it('a process that is killed repeatedly never skips or repeats a number, nor loses a recording that it reported', async () => {
  const acknowledged: { sequence: number; payload_reference: string }[] = []
  for (let killAfter = 1; killAfter <= 5; killAfter++) {
    const child = fork(path.join(import.meta.dirname, 'recording-process.ts'), [root], { silent: true })
    const ended = once(child, 'exit')
    let heard = 0
    child.on('message', (recorded) => {
      acknowledged.push(recorded as (typeof acknowledged)[number])
      // Kills it in the middle of the next recordings: it makes four at a time.
      if (++heard === killAfter * 3) child.kill('SIGKILL')
    })
    await ended
    expect(heard).toBeGreaterThanOrEqual(killAfter * 3)
  }
  const storage = await openFolderStorage(root)
  const kept = await storage.list('outbox')
  expect(kept.map((name) => Number(name.slice('outbox/'.length, 'outbox/'.length + 16)))).toEqual(
    kept.map((_, at) => at),
  )
  for (const { sequence, payload_reference } of acknowledged) {
    expect(kept).toContain(`outbox/${String(sequence).padStart(16, '0')}-${payload_reference}`)
    expect(await storage.get(`content/${payload_reference}`)).toBeDefined()
  }
}, 60_000)
