import { randomBytes } from 'node:crypto'
import { connectTo, resolveHost } from './connect-socket.ts'
import type { DestinationParts, SftpOptions } from './destination.ts'
import { DestinationError } from './destination-error.ts'
import { clockFinding, type Examination } from './examination.ts'
import { fingerprintOf, hostKeyLine } from './host-key.ts'
import { isSame, type Measured } from './measured.ts'
import {
  closeFile,
  measureFile,
  openFile,
  removeFile,
  sizeOfOpen,
  statOf,
  syncFile,
  writeContent,
} from './sftp-files.ts'
import { temporaryName } from './sftp-folders.ts'
import { assertRootDirectory, explainRefusal, rootOf } from './sftp-refusals.ts'
import { SftpRefusal, type SftpSession } from './sftp-session.ts'
import { signIn } from './sftp-sign-in.ts'

export const examineSftp = async (
  examination: Examination,
  { parts, options, signal }: { parts: DestinationParts; options: SftpOptions; signal: AbortSignal },
): Promise<void> => {
  const { host, port } = options
  const addresses = await examination.run('address', async () => {
    assertRootDirectory(options.rootDirectory)
    const found = await resolveHost(parts, host, signal)
    return { finding: found.map(({ address }) => address).join(', '), value: found }
  })
  if (!addresses) return
  const socket = await examination.run('connection', async () => {
    const connected = await connectTo(parts, { addresses, host, port }, signal)
    return { finding: `Connected to ${connected.remoteAddress} port ${port}`, value: connected }
  })
  if (!socket) return
  const session = await examineSignIn(examination, { parts, options, socket, signal })
  if (!session) return
  try {
    await new SftpProbe(examination, session, options.rootDirectory, signal).run()
  } finally {
    session.end(new DestinationError('cancelled', 'The test is over'))
  }
}

/** One connection shows the key and signs in: whichever of both steps it fails in has the error. */
const examineSignIn = async (
  examination: Examination,
  { parts, options, ...connection }: Parameters<typeof signIn>[2] & { parts: DestinationParts; options: SftpOptions },
): Promise<SftpSession | null> => {
  let begin = performance.now()
  let isAccepted = false
  const onHostKey = (blob: Buffer): void => {
    examination.hostKey = { line: hostKeyLine(blob), fingerprint: fingerprintOf(blob) }
  }
  const onHostKeyAccepted = (): void => {
    examination.record('host_key', `${examination.hostKey?.fingerprint}, as it is set`, begin)
    isAccepted = true
    begin = performance.now()
  }
  try {
    const session = await signIn(parts, options, { ...connection, events: { onHostKey, onHostKeyAccepted } })
    examination.record('sign_in', `Signed in with ${options.password === null ? 'the key' : 'the password'}`, begin)
    return session
  } catch (error) {
    examination.fail(isAccepted ? 'sign_in' : 'host_key', error, begin)
    return null
  }
}

/** Writes, compares, renames and removes two small files in the root folder. */
class SftpProbe {
  readonly #examination: Examination
  readonly #session: SftpSession
  readonly #root: string
  readonly #signal: AbortSignal
  readonly #written: string[] = []

  constructor(examination: Examination, session: SftpSession, rootDirectory: string, signal: AbortSignal) {
    this.#examination = examination
    this.#session = session
    this.#root = rootOf(rootDirectory)
    this.#signal = signal
  }

  async run(): Promise<void> {
    const first = await this.#examination.run('write', () =>
      this.#explained(async () => ({ finding: `In the folder ${this.#root || '/'}`, value: await this.#write() })),
    )
    if (!first) return
    await this.#check('clock', async () => {
      const stats = await statOf(this.#session, first.path)
      return clockFinding(stats && new Date(stats.mtime * 1000))
    })
    const isReadable = await this.#check('read_back', async () => {
      if (isSame(first.sent, await measureFile(this.#session, first.path))) return null
      throw new DestinationError('differs', 'The file that was read back is not the one that was sent')
    })
    if (isReadable) await this.#examineRenames(first.path)
    await this.#check('remove', () => this.#remove())
  }

  async #examineRenames(path: string): Promise<void> {
    const renamed = this.#newPath()
    const isRenamed = await this.#check('rename', async () => {
      await this.#session.request((sftp, done) => sftp.rename(path, renamed, done))
      this.#written.push(renamed)
      return null
    })
    if (!isRenamed) return
    await this.#check('no_overwrite', async () => {
      const second = await this.#write()
      try {
        await this.#session.request((sftp, done) => sftp.rename(second.path, renamed, done))
      } catch (error) {
        if (!(error instanceof SftpRefusal)) throw error
        return 'The server refuses to rename to a name that is taken'
      }
      return {
        warning: 'The server overwrites when it renames. Holdfast looks before and after whether a name is free',
      }
    })
  }

  async #write(): Promise<{ path: string; sent: Measured }> {
    const path = this.#newPath()
    const handle = await openFile(this.#session, path, 'wx')
    this.#written.push(path)
    try {
      const content = oneOf(randomBytes(1024))
      const sent = await writeContent(this.#session, handle, { content, signal: this.#signal })
      await syncFile(this.#session, handle)
      if ((await sizeOfOpen(this.#session, handle)) !== sent.bytes) {
        throw new DestinationError('differs', 'The server did not keep all bytes of the file')
      }
      return { path, sent }
    } finally {
      await closeFile(this.#session, handle).catch(() => undefined)
    }
  }

  async #remove(): Promise<string | null | { warning: string }> {
    for (const path of this.#written) {
      try {
        await removeFile(this.#session, path)
      } catch (error) {
        if (!(error instanceof SftpRefusal)) throw error
        if (await statOf(this.#session, path)) return { warning: `The file ${path} of this test could not be removed` }
      }
    }
    return null
  }

  #newPath(): string {
    return `${this.#root}/${temporaryName(randomBytes(16).toString('hex'))}`
  }

  #check(step: Parameters<Examination['check']>[0], work: Parameters<Examination['check']>[1]): Promise<boolean> {
    return this.#examination.check(step, () => this.#explained(work))
  }

  async #explained<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      throw await explainRefusal(this.#session, { root: this.#root, path: 'the file of this test', error })
    }
  }
}

async function* oneOf(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
