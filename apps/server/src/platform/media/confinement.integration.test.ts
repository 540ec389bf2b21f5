import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { confinementOf } from './index.ts'

const limits = { memoryBytes: 1024 ** 3, cpuSeconds: 30 }

/** Runs JavaScript confined, and returns what it prints. */
const printedBy = async (script: string, hiddenFolders: readonly string[] = []): Promise<string> => {
  const [program, ...args] = confinementOf(hiddenFolders).commandOf([process.execPath, '-e', script], limits)
  const { stdout } = await promisify(execFile)(program, args)
  return stdout.trim()
}

const { isIsolated } = confinementOf([])

describe('a confined program', () => {
  it('can write no file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = JSON.stringify(path.join(folder, 'written'))
    const script = `process.on('SIGXFSZ', () => {}); try { fs.writeFileSync(${file}, 'x') } catch (error) { console.log(error.code) }`
    expect(await printedBy(script)).toBe('EFBIG')
  })

  it('can allocate no more memory than it may', async () => {
    const script = `try { for (const held = [];;) held.push(Buffer.alloc(5e7, 1)) } catch { console.log('refused') }`
    expect(await printedBy(script)).toBe('refused')
  })

  it('ends when its processor time is used up, even if nobody watches it', async () => {
    const [program, ...args] = confinementOf([]).commandOf([process.execPath, '-e', 'for (;;);'], {
      ...limits,
      cpuSeconds: 1,
    })
    await expect(promisify(execFile)(program, args)).rejects.toThrow()
  })

  // Containers may refuse namespaces; Linux with user namespaces runs these.
  it.skipIf(!isIsolated)('reaches no server', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const script = `net.connect(${port}, '127.0.0.1').on('error', (error) => console.log(error.code)).on('connect', () => console.log('reached'))`
    expect(await printedBy(script)).toBe('ENETUNREACH')
  })

  it.skipIf(!isIsolated)('sees no other process and no hidden folder', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(path.join(folder, 'master.key'), 'secret')
    const script = `console.log(fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).length < 5, fs.readdirSync(${JSON.stringify(folder)}).length)`
    expect(await printedBy(script, [folder])).toBe('true 0')
  })
})
