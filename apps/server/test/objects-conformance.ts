import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import {
  InvalidObjectKey,
  ObjectNotFound,
  ObjectRangeUnsatisfiable,
  ObjectSizeMismatch,
  type Objects,
} from '../src/platform/objects/index.ts'
import { watchMemory } from './live-memory.ts'

const MiB = 1024 ** 2

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export async function* chunks(...parts: (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part
}

/** Content that fails after its first bytes, as when a handset loses its connection. */
async function* breakingAfter(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
  await setImmediate()
  throw new Error('the handset went away')
}

/** `bytes` of content, generated while it is read, so that no caller holds all of it. */
async function* generated(bytes: number): AsyncGenerator<Uint8Array> {
  const block = randomBytes(MiB)
  for (let sent = 0; sent < bytes; sent += MiB) yield block.subarray(0, Math.min(MiB, bytes - sent))
}

const keysBelow = async (objects: Objects, prefix: string): Promise<string[]> => {
  const found: string[] = []
  for await (const { key } of objects.list(prefix)) found.push(key)
  return found.sort()
}

/** The chunks as they were when they were read. */
const copiesOf = async (stored: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> => {
  const copies: Uint8Array[] = []
  for await (const chunk of stored) copies.push(Uint8Array.from(chunk))
  return copies
}

/**
 * Tests that every object store must pass. `open` gives the store under test; each test uses a key prefix of its own.
 */
export const conformsAsObjects = (name: string, open: () => Objects): void => {
  const fresh = () => ({ objects: open(), at: `t${randomBytes(6).toString('hex')}` })
  const text = async (objects: Objects, key: string) => (await buffer(await objects.get(key))).toString()

  describe(`${name} as an object store`, { timeout: 30_000 }, () => {
    it('keeps content unchanged, and answers with its length and SHA-256', async () => {
      const { objects, at } = fresh()
      const bytes = randomBytes(100_000)
      const put = await objects.put(`${at}/a.bin`, chunks(bytes.subarray(0, 7), bytes.subarray(7)), { bytes: 100_000 })
      expect(put).toEqual({ bytes: 100_000, sha256: sha256(bytes), existed: false })
      expect(await objects.head(`${at}/a.bin`)).toEqual({ bytes: 100_000 })
      expect((await buffer(await objects.get(`${at}/a.bin`))).equals(bytes)).toBe(true)
    })

    it('accepts a buffer as well as a stream, and only of the announced length', async () => {
      const { objects, at } = fresh()
      const bytes = randomBytes(2_000)
      expect(await objects.put(`${at}/k`, bytes, { bytes: 2_000, ifAbsent: true })).toEqual({
        bytes: 2_000,
        sha256: sha256(bytes),
        existed: false,
      })
      expect((await objects.put(`${at}/k`, Buffer.from('other'), { ifAbsent: true })).existed).toBe(true)
      await expect(objects.put(`${at}/k`, bytes, { bytes: 7 })).rejects.toThrow(ObjectSizeMismatch)
      expect((await buffer(await objects.get(`${at}/k`))).equals(bytes)).toBe(true)
      expect((await objects.put(`${at}/k`, Buffer.from('new'))).existed).toBe(false)
      expect(await text(objects, `${at}/k`)).toBe('new')
      expect(await keysBelow(objects, `${at}/`)).toEqual([`${at}/k`])
    })

    it('lists keys below a prefix page by page in order, whatever is added and deleted meanwhile', async () => {
      const { objects, at } = fresh()
      const keys = ['a', 'b/1', 'b/2', 'b-1', 'c=', 'd', 'e.1', 'f'].map((name) => `${at}/${name}`)
      for (const key of keys) await objects.put(key, Buffer.from(key))
      await objects.put(`${at}x`, Buffer.from('beside'))
      const seen: string[] = []
      let next: string | null = ''
      while (next !== null) {
        const page = await objects.page(`${at}/`, { after: next, limit: 3 })
        for (const { key, bytes } of page.objects) {
          expect(bytes).toBe(key.length)
          seen.push(key)
          await objects.delete(key)
        }
        next = page.next
      }
      expect(seen).toEqual(keys.sort())
      expect(await objects.page(`${at}/`, { after: '', limit: 3 })).toEqual({ objects: [], next: null })
    })

    it('stores an empty object', async () => {
      const { objects, at } = fresh()
      expect((await objects.put(`${at}/none`, chunks())).bytes).toBe(0)
      expect(await objects.head(`${at}/none`)).toEqual({ bytes: 0 })
      expect(await text(objects, `${at}/none`)).toBe('')
    })

    it('stores a large object without holding it in memory', async () => {
      const { objects, at } = fresh()
      const bytes = 96 * MiB + 11
      const watched = watchMemory(generated(bytes))
      const put = await objects.put(`${at}/large`, watched.content, { bytes })
      expect(watched.maxHeldBytes()).toBeLessThan(48 * MiB)
      const hash = createHash('sha256')
      for await (const chunk of await objects.get(`${at}/large`)) hash.update(chunk)
      expect(hash.digest('hex')).toBe(put.sha256)
    })

    it('replaces an object, unless told to keep the first', async () => {
      const { objects, at } = fresh()
      await objects.put(`${at}/k`, chunks('one'))
      expect((await objects.put(`${at}/k`, chunks('two'))).existed).toBe(false)
      const second = await objects.put(`${at}/k`, chunks('three'), { ifAbsent: true })
      expect(second).toEqual({ bytes: 5, sha256: sha256(Buffer.from('three')), existed: true })
      expect(await text(objects, `${at}/k`)).toBe('two')
    })

    it('lets exactly one succeed when many must be first', async () => {
      const { objects, at } = fresh()
      const puts = await Promise.all(
        Array.from({ length: 8 }, (_, i) => objects.put(`${at}/k`, chunks(`writer ${i}`), { ifAbsent: true })),
      )
      const stored = sha256(Buffer.from(await text(objects, `${at}/k`)))
      const winners = puts.filter((put) => !put.existed)
      expect(winners.map((put) => put.sha256)).toEqual([stored])
    })

    it.each([
      ['small', 10],
      ['of several parts', 20 * MiB],
    ])('shows nothing of content that breaks off (%s), and keeps the earlier object', async (_size, bytes) => {
      const { objects, at } = fresh()
      const broken = () => breakingAfter(Buffer.alloc(bytes))
      await expect(objects.put(`${at}/new`, broken())).rejects.toThrow('the handset went away')
      expect(await objects.head(`${at}/new`)).toBeNull()

      await objects.put(`${at}/old`, chunks('old'))
      await expect(objects.put(`${at}/old`, broken())).rejects.toThrow('the handset went away')
      expect(await text(objects, `${at}/old`)).toBe('old')
      expect(await keysBelow(objects, at)).toEqual([`${at}/old`])
    })

    it.each([
      ['short', 4],
      ['long', 6],
    ])('refuses content that is too %s', async (_what, bytes) => {
      const { objects, at } = fresh()
      const put = objects.put(`${at}/k`, chunks('x'.repeat(bytes)), { bytes: 5 })
      await expect(put).rejects.toThrow(ObjectSizeMismatch)
      expect(await objects.head(`${at}/k`)).toBeNull()
    })

    it.each([
      [0, 0, 'a'],
      [2, 4, 'cde'],
      [4, 4, 'e'],
      [3, 99, 'de'],
    ])('answers the range from byte %i to %i, both included', async (start, end, expected) => {
      const { objects, at } = fresh()
      await objects.put(`${at}/k`, chunks('abcde'))
      expect((await buffer(await objects.get(`${at}/k`, { start, end }))).toString()).toBe(expected)
    })

    it.each([
      [5, 5],
      [3, 2],
    ])('refuses the range from %i to %i of five bytes', async (start, end) => {
      const { objects, at } = fresh()
      await objects.put(`${at}/k`, chunks('abcde'))
      await expect(objects.get(`${at}/k`, { start, end })).rejects.toThrow(ObjectRangeUnsatisfiable)
    })

    it('reads several ranges of a large object, one after the other', async () => {
      const { objects, at } = fresh()
      const bytes = randomBytes(700_000)
      await objects.put(`${at}/k`, bytes)
      const ranges = [
        { start: 0, end: 43 },
        { start: 100_000, end: 650_000 },
        { start: 699_999, end: 800_000 },
      ]
      const wanted = ranges.map(({ start, end }) => bytes.subarray(start, end + 1))
      expect(Buffer.concat(await copiesOf(await objects.read(`${at}/k`, ranges))).equals(Buffer.concat(wanted))).toBe(
        true,
      )
    })

    it('ends a read that is not continued, and reads on as often as wanted', async () => {
      const { objects, at } = fresh()
      await objects.put(`${at}/k`, randomBytes(600_000))
      for (let turn = 0; turn < 20; turn++) {
        const stored = await objects.read(`${at}/k`, [{ start: 0, end: 599_999 }])
        if (turn % 2 === 0) await stored.next()
        await stored.return()
        expect((await stored.next()).done).toBe(true)
      }
    })

    it.each([
      [[{ start: 5, end: 5 }]],
      [[{ start: 3, end: 2 }]],
      [
        [
          { start: 0, end: 1 },
          { start: 5, end: 9 },
        ],
      ],
    ])('refuses to read %j of five bytes', async (ranges) => {
      const { objects, at } = fresh()
      await objects.put(`${at}/k`, chunks('abcde'))
      const reading = async () => copiesOf(await objects.read(`${at}/k`, ranges))
      await expect(reading()).rejects.toThrow(ObjectRangeUnsatisfiable)
    })

    it('reports that an object to read is missing, or is a folder', async () => {
      const { objects, at } = fresh()
      await objects.put(`${at}/folder/k`, chunks('abcde'))
      const reading = async (key: string) => copiesOf(await objects.read(key, [{ start: 0, end: 1 }]))
      await expect(reading(`${at}/none`)).rejects.toThrow(ObjectNotFound)
      await expect(reading(`${at}/folder`)).rejects.toThrow(ObjectNotFound)
    })

    it('reports a missing object', async () => {
      const { objects, at } = fresh()
      expect(await objects.head(`${at}/none`)).toBeNull()
      await expect(objects.get(`${at}/none`)).rejects.toThrow(ObjectNotFound)
      await expect(objects.move(`${at}/none`, `${at}/other`)).rejects.toThrow(ObjectNotFound)
      expect(await keysBelow(objects, `${at}/none`)).toEqual([])
    })

    it('moves an object, also over another one and onto itself', async () => {
      const { objects, at } = fresh()
      await objects.put(`${at}/from`, chunks('new'))
      await objects.put(`${at}/deep/er/to=1`, chunks('old'))
      await objects.move(`${at}/from`, `${at}/deep/er/to=1`)
      await objects.move(`${at}/deep/er/to=1`, `${at}/deep/er/to=1`)
      expect(await text(objects, `${at}/deep/er/to=1`)).toBe('new')
      expect(await keysBelow(objects, at)).toEqual([`${at}/deep/er/to=1`])
    })

    it('deletes an object, and succeeds again when it is already gone', async () => {
      const { objects, at } = fresh()
      await objects.put(`${at}/k`, chunks('x'))
      await objects.delete(`${at}/k`)
      await objects.delete(`${at}/k`)
      expect(await objects.head(`${at}/k`)).toBeNull()
    })

    it('erases an object with all its versions, also a missing one', async () => {
      const { objects, at } = fresh()
      await objects.put(`${at}/k`, Buffer.from('first'))
      await objects.put(`${at}/k`, Buffer.from('second'))
      await objects.put(`${at}/k2`, Buffer.from('other'))
      await objects.erase(`${at}/k`)
      await objects.erase(`${at}/k`)
      expect([await objects.head(`${at}/k`), await objects.head(`${at}/k2`)]).toEqual([null, { bytes: 5 }])
    })

    it('lists the keys below a prefix with their lengths', async () => {
      const { objects, at } = fresh()
      for (const key of ['a/one', 'a/two', 'ab/three', 'b']) await objects.put(`${at}/${key}`, chunks(key))
      expect(await keysBelow(objects, `${at}/a`)).toEqual([`${at}/a/one`, `${at}/a/two`, `${at}/ab/three`])
      expect(await keysBelow(objects, `${at}/a/`)).toEqual([`${at}/a/one`, `${at}/a/two`])
      for await (const entry of objects.list(`${at}/b`)) expect(entry).toEqual({ key: `${at}/b`, bytes: 1 })
    })

    it.each([
      '',
      '/abs',
      'a//b',
      'a/',
      '..',
      'a/../b',
      './a',
      'a\0b',
      'a b',
      'ä',
      'a\\b',
      'a%2e',
      '~incoming/x',
      'x'.repeat(256),
      `${'a/'.repeat(512)}b`,
    ])('refuses the key %j in every call', async (key) => {
      const { objects } = fresh()
      const list = async () => {
        for await (const _ of objects.list(`${key}/x`));
      }
      await expect(objects.put(key, chunks('x'))).rejects.toThrow(InvalidObjectKey)
      await expect(objects.get(key)).rejects.toThrow(InvalidObjectKey)
      await expect(objects.head(key)).rejects.toThrow(InvalidObjectKey)
      await expect(objects.move(key, 'ok')).rejects.toThrow(InvalidObjectKey)
      await expect(objects.move('ok', key)).rejects.toThrow(InvalidObjectKey)
      await expect(objects.delete(key)).rejects.toThrow(InvalidObjectKey)
      await expect(list()).rejects.toThrow(InvalidObjectKey)
    })

    it('reports that it is ready', async () => {
      const { objects } = fresh()
      await expect(objects.check()).resolves.toBeUndefined()
    })
  })
}
