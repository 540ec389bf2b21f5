import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openScanner } from '../../apps/server/src/platform/scanner/index.ts'
import { needDebianPackages } from './debian-packages.ts'
import { freePort, startPart, untilReady } from './loopback.ts'

export interface Clamd {
  /** SCANNER_URL over TCP on loopback. */
  url: string
  /** SCANNER_URL over a Unix socket. */
  socketUrl: string
  stop(): Promise<void>
}

/** A clamd signature of EICAR's test string: anywhere in a file of any type. */
const eicarSignature = `Eicar-Test-File:0:*:${Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
).toString('hex')}\n`

/**
 * Starts a real clamd in a temporary folder, with one signature of its own, so that it is ready in a fraction of a
 * second and needs no download. `streamMaxBytes` is the most that it takes in one scan; `port` is that of an earlier
 * clamd that it replaces.
 */
export const startClamd = async (options: { streamMaxBytes?: number; port?: number } = {}): Promise<Clamd> => {
  await needDebianPackages('/usr/sbin/clamd', ['clamav-daemon'])
  const home = await mkdtemp(join(tmpdir(), 'holdfast-clamd-'))
  const port = options.port ?? (await freePort())
  const socket = join(home, 'clamd.sock')
  const limit = options.streamMaxBytes ?? 1024 ** 3
  await writeFile(join(home, 'eicar.ndb'), eicarSignature)
  await writeFile(
    join(home, 'clamd.conf'),
    `Foreground yes
DatabaseDirectory ${home}
TemporaryDirectory ${home}
LocalSocket ${socket}
TCPAddr 127.0.0.1
TCPSocket ${port}
StreamMaxLength ${limit}
MaxFileSize ${limit}
MaxScanSize ${limit}
AlertExceedsMax yes
`,
  )
  const part = startPart('/usr/sbin/clamd', ['--config-file', join(home, 'clamd.conf')])
  const stop = async (): Promise<void> => {
    await part.stop()
    await rm(home, { recursive: true, force: true })
  }
  const url = `clamd://127.0.0.1:${port}`
  try {
    const scanner = await openScanner(url)
    await untilReady(part, async () => {
      await scanner.check()
      return true
    })
    await scanner.close()
    return { url, socketUrl: `clamd:${socket}`, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
