import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ConfinementLevel, confinementOf } from './confinement.ts'
import { programFiles } from './decoder-program.ts'
import { MediaDecoder } from './media-decoder.ts'
import type { View } from './view.ts'

const limits = { memoryBytes: 1024 ** 3, cpuSeconds: 30 }

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Listens on a free port, or on a Unix socket, until the test ends. */
const listening = async (place: { port: 0; host: string } | { path: string }): Promise<number> => {
  const server = createServer().listen(place)
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const run = async (command: readonly [string, ...string[]]): Promise<string> => {
  const [program, ...args] = command
  // As the decoder's environment; a cache of compiled code would be a file.
  const { stdout } = await promisify(execFile)(program, args, { env: { PATH: process.env.PATH } })
  return stdout.trim()
}

const connects = `const connects = (...to) => new Promise((resolve) =>
  net.connect(...to).on('error', ({ code }) => resolve(code)).on('connect', () => resolve('reached')))`
/** Tries, and says the code of the error. The kernel's settings are opened, but not changed, since they are this machine's. */
const tried = `const tried = (act) => { try { act(); return 'done' } catch ({ code }) { return code } }`

/** What of these levels the machine allows. Containers may refuse; any Linux with bubblewrap and user namespaces runs all tests. */
const view: View = { needed: [process.execPath], hidden: [] }
const isPossible = (level: ConfinementLevel): boolean => confinementOf(view, [level]).level === level

/** Runs a script in the sandbox and returns its output. */
const printedBy = (level: ConfinementLevel, script: string, more: Partial<View> = {}): Promise<string> =>
  run(confinementOf({ ...view, ...more }, [level]).commandOf([process.execPath, '-e', script], limits))

describe.each(['sandbox', 'namespaces', 'limits'] as const)('a program confined to %s', (level) => {
  it.runIf(isPossible(level))('can write no file', async () => {
    const file = JSON.stringify(path.join(await aFolder(), 'written'))
    const script = `process.on('SIGXFSZ', () => {}); ${tried}; console.log(tried(() => fs.writeFileSync(${file}, 'x')))`
    expect(await printedBy(level, script)).toBe(level === 'sandbox' ? 'ENOENT' : 'EFBIG')
  })

  it.runIf(isPossible(level))('can allocate no more memory than it may', async () => {
    const script = `try { for (const held = [];;) held.push(Buffer.alloc(5e7, 1)) } catch { console.log('refused') }`
    expect(await printedBy(level, script)).toBe('refused')
  })

  it.runIf(isPossible(level))('ends when its processor time is used up, even if nobody watches it', async () => {
    const confinement = confinementOf(view, [level])
    const command = [process.execPath, '-e', 'for (;;);'] as const
    await expect(run(confinement.commandOf(command, { ...limits, cpuSeconds: 1 }))).rejects.toThrow()
  })
})

describe.each(['sandbox', 'namespaces'] as const)('a program isolated in %s', (level) => {
  it.runIf(isPossible(level))('reaches no server', async () => {
    const port = await listening({ port: 0, host: '127.0.0.1' })
    const script = `${connects}; Promise.all([connects(${port}, '127.0.0.1'), connects(80, '192.0.2.1')]).then((codes) => console.log(...codes))`
    // A sandbox has a loopback interface of its own.
    expect(await printedBy(level, script)).toBe(
      level === 'sandbox' ? 'ECONNREFUSED ENETUNREACH' : 'ENETUNREACH ENETUNREACH',
    )
  })

  it.runIf(isPossible(level))('sees no other process and no hidden folder', async () => {
    const folder = await aFolder()
    await writeFile(path.join(folder, 'master.key'), 'secret')
    const script = `const listed = (folder) => fs.existsSync(folder) ? fs.readdirSync(folder) : []
      console.log(listed('/proc').filter((name) => /^\\d+$/.test(name)).length < 5, listed(${JSON.stringify(folder)}).length)`
    expect(await printedBy(level, script, { hidden: [folder] })).toBe('true 0')
  })

  it.runIf(isPossible(level))('cannot change the settings of the kernel, even if the worker is root', async () => {
    const script = `${tried}; console.log(tried(() => fs.openSync('/proc/sys/kernel/core_pattern', 'r+')))`
    expect(await printedBy(level, script)).toMatch(/^(EROFS|ENOENT|EACCES)$/)
  })
})

describe('a program in a sandbox', () => {
  const level = 'sandbox'

  it.runIf(isPossible(level))('reaches no Unix socket', async () => {
    const paths = [path.join(await aFolder(), 'service.sock'), `\0holdfast-${process.pid}`]
    for (const path of paths) await listening({ path })
    const script = `${connects}; Promise.all(${JSON.stringify(paths)}.map((path) => connects(path))).then((codes) => console.log(...codes))`
    expect(await printedBy(level, script)).toBe('ENOENT ECONNREFUSED')
  })

  it.runIf(isPossible(level))('can change nothing of what it sees, and sees only what it needs', async () => {
    const folder = await aFolder()
    const file = path.join(folder, 'program')
    await writeFile(file, 'as it was')
    const folders = ['/proc', '/sys', '/run', '/dev', '/etc', '/home', '/root', '/var', '/usr/bin']
    const others = folders.filter((other) => ![file, process.execPath].some((needed) => needed.startsWith(`${other}/`)))
    const script = `${tried}
      const file = ${JSON.stringify(file)}
      const acts = [() => fs.openSync(file, 'r+'), () => fs.truncateSync(file), () => fs.unlinkSync(file), () => fs.chmodSync(file, 0o777),
        () => fs.mkdirSync(file + '-2'), () => fs.mkdirSync('/new'), () => fs.symlinkSync('/', '/usr/lib/new')]
      console.log(...new Set(acts.map(tried)), fs.readFileSync(file, 'utf8'))
      console.log(${JSON.stringify(others)}.filter((folder) => fs.existsSync(folder)).length)
      console.log(Object.keys(process.env).join(), process.getuid())`
    const printed = await printedBy(level, script, { needed: [process.execPath, file] })
    expect(printed.split('\n')).toEqual(['EROFS as it was', '0', 'PWD 65534'])
    expect(await readFile(file, 'utf8')).toBe('as it was')
  })
})

describe('the decoder', () => {
  it('consists of its own package, its dependencies and Node.js, not of what the server uses', () => {
    const files = programFiles().map((file) => path.relative(process.cwd(), file))
    expect(files).toEqual(expect.arrayContaining(['apps/decoder', 'node_modules/node-av', 'node_modules/sharp']))
    expect(files.filter((file) => /(^|\/)(apps\/server|pg|fastify|node_modules)$/.test(file))).toEqual([])
  })

  it('does not run where it would be confined less than the operator requires', () => {
    const { PATH } = process.env
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    process.env.PATH = '/nowhere' // Without bubblewrap.
    const decoder = new MediaDecoder({ hiddenFolders: [], leastConfinement: 'sandbox' })
    expect(() => decoder.confinement).toThrow('HOLDFAST_LEAST_CONFINEMENT')
  })
})
