import { createHash } from 'node:crypto'
import type { Sshd } from '../../../tests/setup/sshd.ts'
import type { FileToDeliver, PutOptions, SftpOptions } from '../src/platform/destinations/index.ts'

const pieceBytes = 65_536

/** A file as transfers send it: in pieces, and the same each time that it is opened. */
export const fileOf = (content: Buffer): FileToDeliver => ({
  size: content.length,
  open: async function* () {
    for (let from = 0; from < content.length; from += pieceBytes) yield content.subarray(from, from + pieceBytes)
  },
})

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Nothing keeps the file from its final name. */
export const unhindered: PutOptions = { mayFinish: async () => undefined, signal: new AbortController().signal }

/** Signs in to a server of the tests with its key. */
export const sshdOptions = (server: Sshd, own: Partial<SftpOptions> = {}): SftpOptions => ({
  kind: 'SFTP',
  host: '127.0.0.1',
  port: server.port,
  username: server.username,
  password: null,
  privateKey: server.privateKey,
  hostKey: server.hostKey,
  rootDirectory: server.folder,
  ...own,
})
