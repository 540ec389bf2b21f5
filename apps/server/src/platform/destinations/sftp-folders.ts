import { isMissing, removeFile, statOf } from './sftp-files.ts'
import { SftpRefusal, type SftpSession } from './sftp-session.ts'

export const temporaryName = (random: string): string => `.holdfast-${random}.part`
const isTemporaryName = (name: string): boolean => /^\.holdfast-[0-9a-z]+\.part$/.test(name)

const leftoverAfterMs = 24 * 3_600_000
/** Looking through a folder of more entries would cost more than leftovers do. */
const maxEntries = 20_000

/** Makes the folders below the root that do not exist yet, and remembers them for the connection. */
export class SftpFolders {
  readonly #session: SftpSession
  readonly #root: string
  readonly #known = new Map<string, Promise<void>>()

  constructor(session: SftpSession, root: string) {
    this.#session = session
    this.#root = root
  }

  /**
   * @param folder below the root; '' for the root, which must exist
   * @throws SftpRefusal
   */
  ensure(folder: string): Promise<void> {
    const known = this.#known.get(folder)
    if (known) return known
    const made = this.#make(folder)
    this.#known.set(folder, made)
    // After a failure, the next file tries again.
    made.catch(() => this.#known.delete(folder))
    return made
  }

  async #make(folder: string): Promise<void> {
    if (folder !== '') {
      await this.ensure(folder.slice(0, Math.max(0, folder.lastIndexOf('/'))))
      await this.#makeOne(`${this.#root}/${folder}`)
    }
    await this.removeLeftovers(folder === '' ? this.#root || '/' : `${this.#root}/${folder}`)
  }

  async #makeOne(path: string): Promise<void> {
    const existing = await statOf(this.#session, path)
    if (existing?.isDirectory()) return
    try {
      await this.#session.request((sftp, done) => sftp.mkdir(path, done))
    } catch (error) {
      const made = error instanceof SftpRefusal ? await statOf(this.#session, path) : null
      if (!made?.isDirectory()) throw error
    }
  }

  /** Removes temporary files of runs that crashed more than a day ago. A server that does not list its files keeps them. */
  async removeLeftovers(path: string): Promise<void> {
    try {
      const handle = await this.#session.request<Buffer>((sftp, done) => sftp.opendir(path, done))
      try {
        for (let seen = 0; seen < maxEntries; ) {
          const entries = await this.#entriesOf(handle)
          if (entries.length === 0) break
          seen += entries.length
          for (const { filename, attrs } of entries) {
            const isOld = attrs.mtime * 1000 < Date.now() - leftoverAfterMs
            if (isOld && isTemporaryName(filename)) await removeFile(this.#session, `${path}/${filename}`)
          }
        }
      } finally {
        await this.#session.request((sftp, done) => sftp.close(handle, done)).catch(() => undefined)
      }
    } catch (error) {
      if (!(error instanceof SftpRefusal)) throw error
      if (isMissing(error)) throw error
    }
  }

  async #entriesOf(handle: Buffer) {
    try {
      return await this.#session.request<{ filename: string; attrs: { mtime: number } }[]>((sftp, done) =>
        sftp.readdir(handle, (error, entries) => done(error, entries ?? [])),
      )
    } catch (error) {
      if (error instanceof SftpRefusal && error.status === 1) return []
      throw error
    }
  }
}
