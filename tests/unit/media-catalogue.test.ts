import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

type Entry = { file: string; bytes: number; sha256: string; origin: string; licence: string }
type Thread = { kind: string; messages: { direction: string; attachments: string[] }[] }

const folder = fileURLToPath(new URL('../../media', import.meta.url))
const read = (file: string) => readFileSync(join(folder, file))
const catalogue: Entry[] = JSON.parse(read('catalogue.json').toString())
const threads: Thread[] = JSON.parse(read('conversations.json').toString())
const mediaFolders = ['calls', 'interviews', 'photographs', 'videos', 'attachments']
const maxTotalBytes = 12 * 1024 * 1024

const filesUnder = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))

describe('the catalogue of media for simulated handsets', () => {
  it.each(catalogue)('describes $file as it is', ({ file, bytes, sha256 }) => {
    const content = read(file)
    expect(content.length).toBe(bytes)
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
  })

  it('has an entry for every file, and no file twice', () => {
    const present = mediaFolders.flatMap((name) => filesUnder(join(folder, name)))
    expect(catalogue.map(({ file }) => file).sort()).toEqual(present.sort())
  })

  it('comes with the text of every licence that it names', () => {
    const texts = readdirSync(join(folder, 'licences'))
    const needed = new Set(catalogue.map(({ licence }) => `${licence}.txt`))
    expect([...needed].filter((text) => text !== 'Apache-2.0.txt' && !texts.includes(text))).toEqual([])
  })

  it('lists files that are small enough for the repository', () => {
    const total = filesUnder(folder).reduce((sum, file) => sum + read(file).length, 0)
    expect(total).toBeLessThanOrEqual(maxTotalBytes)
  })

  it('attaches only existing files to messages, and sends copies only to groups', () => {
    const known = new Set(catalogue.map(({ file }) => file))
    const messages = threads.flatMap(({ kind, messages }) => messages.map((message) => ({ kind, ...message })))
    expect(messages.flatMap(({ attachments }) => attachments).filter((file) => !known.has(file))).toEqual([])
    expect(messages.filter(({ direction, kind }) => direction === 'CC' && kind !== 'RCS')).toEqual([])
  })
})
