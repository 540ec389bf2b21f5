import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Sshd } from '../../../tests/setup/sshd.ts'
import { TcpProxy } from '../../../tests/setup/tcp-proxy.ts'
import { openDestination } from '../src/platform/destinations/index.ts'
import { fileOf, sha256Of, sshdOptions, unhindered } from './delivered-files.ts'

const parts = { settings: { allowPrivateAddresses: true, transferStsUrl: undefined } }
const { signal } = unhindered

/**
 * Sends a file again and again, over a connection that is cut each time a little later. Nothing may have the name of the file
 * before it is whole, and what was interrupted is completed afterwards.
 */
export const cutConnections = async (
  sshd: Sshd,
  { fileBytes, everyBytes }: { fileBytes: number; everyBytes: number },
): Promise<void> => {
  const content = randomBytes(fileBytes)
  const proxy = await TcpProxy.open({ host: '127.0.0.1', port: sshd.port })
  const options = sshdOptions(sshd, { port: proxy.port })
  const tries = Math.floor(fileBytes / everyBytes)
  for (let at = 1; at <= tries; at++) {
    const opened = await openDestination(parts, options, signal)
    proxy.cutAfter(at * everyBytes)
    const put = opened.put(`cut/${at}`, fileOf(content), unhindered)
    await expect(put).rejects.toMatchObject({ code: 'interrupted', isTransient: true })
    expect(await readdir(join(sshd.folder, 'cut')).catch(() => [])).not.toContain(String(at))
  }
  const opened = await openDestination(parts, options, signal)
  for (const at of [1, tries]) {
    expect(await opened.put(`cut/${at}`, fileOf(content), unhindered)).toMatchObject({ sha256: sha256Of(content) })
    expect((await readFile(join(sshd.folder, 'cut', `${at}`))).equals(content)).toBe(true)
  }
  await opened.close()
  await proxy.close()
}
