import { randomBytes } from 'node:crypto'
import { connectTo, resolveHost } from './connect-socket.ts'
import { assertDeliveryPath, folderOf } from './delivery-path.ts'
import type {
  DeliveredFile,
  Destination,
  DestinationParts,
  FileToDeliver,
  PutOptions,
  SftpOptions,
} from './destination.ts'
import { DestinationError } from './destination-error.ts'
import { isSame, type Measured, measureContent } from './measured.ts'
import {
  closeFile,
  isMissing,
  measureFile,
  openFile,
  readContent,
  removeFile,
  sizeOfOpen,
  statOf,
  syncFile,
  writeContent,
} from './sftp-files.ts'
import { SftpFolders, temporaryName } from './sftp-folders.ts'
import { assertRootDirectory, explainRefusal, rootOf } from './sftp-refusals.ts'
import { SftpRefusal, type SftpSession, sftpStatus } from './sftp-session.ts'
import { signIn } from './sftp-sign-in.ts'

/** @throws DestinationError */
export const openSftp = async (
  parts: DestinationParts,
  options: SftpOptions,
  signal: AbortSignal,
): Promise<Destination> => {
  const { host, port } = options
  assertRootDirectory(options.rootDirectory)
  const addresses = await resolveHost(parts, host, signal)
  const socket = await connectTo(parts, { addresses, host, port }, signal)
  return new SftpDestination(await signIn(parts, options, { socket, signal }), options.rootDirectory)
}

export class SftpDestination implements Destination {
  readonly #session: SftpSession
  readonly #root: string
  readonly #folders: SftpFolders

  constructor(session: SftpSession, rootDirectory: string) {
    this.#session = session
    this.#root = rootOf(rootDirectory)
    this.#folders = new SftpFolders(session, this.#root)
  }

  async put(path: string, file: FileToDeliver, options: PutOptions): Promise<DeliveredFile> {
    assertDeliveryPath(path)
    const folder = folderOf(path)
    try {
      await this.#folders.ensure(folder)
      const name = `${this.#root}/${path}`
      const present = await this.#comparePresent(name, file, options.signal)
      if (present) return present
      const temporary = [this.#root, ...(folder === '' ? [] : [folder]), temporaryName(randomBytes(16).toString('hex'))]
      return await this.#deliver({ name, temporary: temporary.join('/') }, file, options)
    } catch (error) {
      throw await explainRefusal(this.#session, { root: this.#root, path, error })
    }
  }

  async read(path: string, maxBytes: number): Promise<Buffer | null> {
    assertDeliveryPath(path)
    try {
      const handle = await openFile(this.#session, `${this.#root}/${path}`, 'r')
      try {
        const size = await sizeOfOpen(this.#session, handle)
        if (size > maxBytes) throw new DestinationError('too_large', `${path} has ${size} bytes, more than ${maxBytes}`)
        const pieces: Buffer[] = []
        for await (const piece of readContent(this.#session, handle, size)) pieces.push(piece)
        return Buffer.concat(pieces)
      } finally {
        await closeFile(this.#session, handle).catch(() => undefined)
      }
    } catch (error) {
      if (isMissing(error)) return null
      throw await explainRefusal(this.#session, { root: this.#root, path, error })
    }
  }

  async removeLeftovers(folder: string): Promise<void> {
    assertDeliveryPath(folder)
    try {
      await this.#folders.removeLeftovers(`${this.#root}/${folder}`)
    } catch (error) {
      if (isMissing(error)) return
      throw await explainRefusal(this.#session, { root: this.#root, path: folder, error })
    }
  }

  async close(): Promise<void> {
    this.#session.end(new DestinationError('cancelled', 'The connection was closed'))
  }

  /** The file that is there already, if it has the content of this one. */
  async #comparePresent(name: string, file: FileToDeliver, signal: AbortSignal): Promise<DeliveredFile | null> {
    const existing = await statOf(this.#session, name)
    if (!existing) return null
    if (file.earlier?.bytes === existing.size || file.size === undefined || file.size === existing.size) {
      const there = await measureFile(this.#session, name)
      if (file.earlier && isSame(file.earlier, there)) return { ...there, check: 'present' }
      const own = await measureContent(file.open(), signal)
      if (isSame(own, there)) return { ...own, check: 'present' }
    }
    throw new DestinationError('exists_differently', 'A file of this name with other content is there')
  }

  async #deliver(
    { name, temporary }: { name: string; temporary: string },
    file: FileToDeliver,
    { mayFinish, signal }: PutOptions,
  ): Promise<DeliveredFile> {
    const handle = await openFile(this.#session, temporary, 'wx')
    try {
      const sent = await this.#send(handle, file, signal)
      const check = await this.#verify(temporary, sent)
      if (check === 'taken') return { ...sent, check }
      await mayFinish()
      return (await this.#rename(temporary, name, sent)) ?? (await this.#afterFailedRename(temporary, name, sent))
    } catch (failure) {
      // Before the file is removed, which makes room on a full disk.
      const error = await explainRefusal(this.#session, { root: this.#root, path: name, error: failure })
      if (!this.#session.hasEnded) await removeFile(this.#session, temporary).catch(() => undefined)
      throw error
    }
  }

  async #send(handle: Buffer, file: FileToDeliver, signal: AbortSignal): Promise<Measured> {
    let sent: Measured
    let size: number
    try {
      sent = await writeContent(this.#session, handle, { content: file.open(), signal })
      await syncFile(this.#session, handle)
      size = await sizeOfOpen(this.#session, handle)
    } catch (error) {
      await closeFile(this.#session, handle).catch(() => undefined)
      throw error
    }
    await closeFile(this.#session, handle)
    if (size !== sent.bytes) {
      throw new DestinationError('differs', `The server has ${size} of the ${sent.bytes} bytes that were sent`)
    }
    return sent
  }

  async #verify(temporary: string, sent: Measured): Promise<'read_back' | 'taken'> {
    let there: Measured
    try {
      there = await measureFile(this.#session, temporary)
    } catch (error) {
      // Its size was right when it was closed.
      if (isMissing(error)) return 'taken'
      if (error instanceof SftpRefusal && error.status === sftpStatus.permissionDenied) {
        throw new DestinationError('refused', 'The server does not let this user read back what was written')
      }
      throw error
    }
    if (!isSame(sent, there)) {
      throw new DestinationError('differs', 'The file that was read back is not the one that was sent')
    }
    return 'read_back'
  }

  /** `null` if the server refused, as it should when the name exists. Some servers overwrite: hence the look before and after. */
  async #rename(temporary: string, name: string, sent: Measured): Promise<DeliveredFile | null> {
    if (await statOf(this.#session, name)) return null
    try {
      await this.#session.request((sftp, done) => sftp.rename(temporary, name, done))
    } catch (error) {
      if (error instanceof SftpRefusal) return null
      throw error
    }
    const renamed = await statOf(this.#session, name)
    if (renamed && renamed.size !== sent.bytes) {
      throw new DestinationError('differs', 'Something else gave another file this name at the same time')
    }
    return { ...sent, check: 'read_back' }
  }

  async #afterFailedRename(temporary: string, name: string, sent: Measured): Promise<DeliveredFile> {
    if (await statOf(this.#session, name)) {
      const there = await measureFile(this.#session, name)
      if (!isSame(sent, there)) {
        throw new DestinationError('exists_differently', 'A file of this name with other content is there')
      }
      await removeFile(this.#session, temporary).catch(() => undefined)
      return { ...sent, check: 'present' }
    }
    if (!(await statOf(this.#session, temporary))) return { ...sent, check: 'taken' }
    throw new DestinationError('refused', 'The server does not let this user rename files')
  }
}
