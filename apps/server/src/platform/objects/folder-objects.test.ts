import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunks, conformsAsObjects } from '../../../test/objects-conformance.ts'
import { InvalidObjectKey, ObjectNotFound, type Objects, openObjects, StorageUnavailable } from './index.ts'

let root: string
let objects: Objects
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'holdfast-objects-'))
  objects = await openObjects(`file:${root}`)
})
afterAll(() => rm(root, { recursive: true }))

conformsAsObjects('a folder', () => objects)

const moduleUrl = JSON.stringify(new URL('./index.ts', import.meta.url).href)
const inAnotherProcess = (script: string, shell = 'exec "$@"') =>
  spawn('sh', ['-c', shell, 'sh', process.execPath, '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

describe('the object folder', () => {
  it('stores an object as a plain file of that name, readable by its owner only', async () => {
    await objects.put('plain/file.txt', chunks('x'))
    expect((await stat(join(root, 'plain/file.txt'))).mode & 0o777).toBe(0o600)
  })

  it('finds files that people put there', async () => {
    await mkdir(join(root, 'acme/migration'), { recursive: true })
    await writeFile(join(root, 'acme/migration/users.csv'), 'name\n')
    expect(await text(await objects.get('acme/migration/users.csv'))).toBe('name\n')
  })

  it('leaves no temporary files and no empty folders behind', async () => {
    await objects.put('x/y/z', chunks('1'))
    await objects.put('x/y/z', chunks('2'), { ifAbsent: true })
    await objects.delete('x/y/z')
    expect(await readdir(join(root, '~incoming'))).toEqual([])
    expect(await readdir(root)).not.toContain('x')
  })

  it('loses nothing when empty folders are deleted while other writes use them', async () => {
    const cycle = async (i: number) => {
      await objects.put(`race/${i % 2}/${i}`, chunks(`${i}`))
      expect(await objects.head(`race/${i % 2}/${i}`)).not.toBeNull()
      await objects.delete(`race/${i % 2}/${i}`)
    }
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 8 }, (_, i) => cycle(i)))
    expect(await readdir(root)).not.toContain('race')
  })

  it('stores an object that others move away meanwhile, and moves it once', async () => {
    const put = async () => {
      await objects.put('moved/from', chunks('x'), { ifAbsent: true })
    }
    const move = () =>
      objects.move('moved/from', 'moved/to').catch((error: unknown) => {
        if (!(error instanceof ObjectNotFound)) throw error
      })
    for (let round = 0; round < 100; round++) await Promise.all([put(), put(), move(), put(), move(), put(), move()])
  })

  it('refuses a key that would be both an object and a folder', async () => {
    await objects.put('both', chunks('x'))
    await expect(objects.put('both/below', chunks('x'))).rejects.toThrow(InvalidObjectKey)
    await objects.put('folder/object', chunks('x'))
    await expect(objects.put('folder', chunks('x'))).rejects.toThrow(InvalidObjectKey)
    await expect(objects.put('folder', chunks('x'), { ifAbsent: true })).rejects.toThrow(InvalidObjectKey)
    expect(await objects.head('folder')).toBeNull()
  })

  it('reports a full disk, stores nothing of the new object, and keeps the old one', async () => {
    await objects.put('full', chunks('old'))
    const script = `import { openObjects } from ${moduleUrl}
      const objects = await openObjects(${JSON.stringify(`file:${root}`)})
      const content = async function* () { for (let i = 0; i < 64; i++) yield Buffer.alloc(65536) }
      await objects.put('full', content()).catch((error) => process.stdout.write(error.name))`
    // A limit on file sizes simulates a full disk: in both cases write(2) fails half-way.
    const child = inAnotherProcess(script, 'ulimit -f 1024; exec "$@"')
    expect(await text(child.stdout)).toBe('StorageFull')
    expect(await text(await objects.get('full'))).toBe('old')
    expect(await readdir(join(root, '~incoming'))).toEqual([])
  })

  it('shows nothing of what a killed process was writing, and deletes it after an hour', async () => {
    const script = `import { openObjects } from ${moduleUrl}
      const objects = await openObjects(${JSON.stringify(`file:${root}`)})
      const content = async function* () {
        yield Buffer.alloc(300000)
        process.stdout.write('writing')
        await new Promise(() => setInterval(() => {}, 1000))
      }
      await objects.put('killed', content())`
    const child = inAnotherProcess(script)
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await objects.head('killed')).toBeNull()

    const [left, ...others] = await readdir(join(root, '~incoming'))
    expect(others).toEqual([])
    await openObjects(`file:${root}`)
    expect(await readdir(join(root, '~incoming'))).toEqual([left])
    const anHourAgo = Date.now() / 1000 - 3601
    await utimes(join(root, '~incoming', `${left}`), anHourAgo, anHourAgo)
    await openObjects(`file:${root}`)
    expect(await readdir(join(root, '~incoming'))).toEqual([])
  })

  it('is not ready when its folder is missing', async () => {
    const gone = join(root, 'gone')
    const store = await openObjects(`file:${gone}`)
    await rm(gone, { recursive: true })
    await expect(store.check()).rejects.toThrow(StorageUnavailable)
  })

  it('does not open when a file is in its place', async () => {
    await writeFile(join(root, 'a-file'), '')
    await expect(openObjects(`file:${join(root, 'a-file')}`)).rejects.toThrow('folder')
  })

  it('does not list other files', async () => {
    await mkdir(join(root, 'odd'))
    await writeFile(join(root, 'odd', 'with space'), '')
    await symlink(root, join(root, 'odd', 'loop'))
    for await (const entry of objects.list('odd/')) expect(entry).toBeUndefined()
  })
})

describe('OBJECTS_URL', () => {
  it.each([
    ['ftp://x', 'must begin with'],
    ['', 'must begin with'],
    ['s3://', 'OBJECTS_URL'],
    ['s3://key:hunter2@bucket/path', 'no path'],
    ['s3://key:hunter2@bucket?colour=red', 'unknown setting colour'],
    ['s3://key:hunter2@bucket?endpoint=bucket.example', 'endpoint must be'],
  ])('%s is refused in one line without credentials', async (url, words) => {
    const error = await openObjects(url).catch((reason: unknown) => reason)
    expect(String(error)).toContain(words)
    expect(String(error)).not.toContain('hunter2')
    expect(String(error)).not.toContain('\n')
  })

  it('can be a file URL and a relative folder', async () => {
    const byUrl = await openObjects(new URL(`file://${root}`).href)
    expect(await byUrl.head('plain/file.txt')).toEqual({ bytes: 1 })
  })
})
