import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openScanner } from '../../apps/server/src/platform/scanner/index.ts'
import { needDebianPackages } from './debian-packages.ts'
import { freePort, startPart, untilReady } from './loopback.ts'

export interface Clamd {
  /** SCANNER_URL over TCP on loopback. */
  url: string
  /** SCANNER_URL over a Unix socket. */
  socketUrl: string
  /** Withdraws the signature, as an update of the signatures does. */
  withdrawSignature(): Promise<void>
  stop(): Promise<void>
}

/** In two parts, so that no virus scanner reports this source file. */
const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

/** A clamd signature of these bytes: anywhere in a file of any type. */
const signatureOf = (name: string, bytes: Buffer): string => `${name}:0:*:${bytes.toString('hex')}\n`

interface ClamdOptions {
  streamMaxBytes?: number
  port?: number
  /** What the only signature finds; EICAR's test string when absent. */
  signature?: { name: string; bytes: Buffer }
}

/**
 * Starts a real clamd in a temporary folder, with one signature of its own, so that it is ready in a fraction of a
 * second and needs no download. `streamMaxBytes` is the most that it takes in one scan; `port` is that of an earlier
 * clamd that it replaces.
 */
export const startClamd = async (options: ClamdOptions = {}): Promise<Clamd> => {
  await needDebianPackages('/usr/sbin/clamd', ['clamav-daemon'])
  const home = await mkdtemp(join(tmpdir(), 'holdfast-clamd-'))
  const port = options.port ?? (await freePort())
  const socket = join(home, 'clamd.sock')
  const { name, bytes } = options.signature ?? { name: 'Eicar-Test-File', bytes: eicar }
  const limit = options.streamMaxBytes ?? 1024 ** 3
  await writeFile(join(home, 'test.ndb'), signatureOf(name, bytes))
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
    const withdrawSignature = async (): Promise<void> => {
      // clamd does not start or reload without any signature.
      await writeFile(join(home, 'test.ndb'), signatureOf('Nothing', Buffer.from('no recording has this text')))
      const connection = connect(port, '127.0.0.1')
      connection.end('zRELOAD\0')
      await once(connection.resume(), 'close')
      const reloaded = await openScanner(url)
      await untilReady(part, async () => (await reloaded.scan(Readable.from([bytes]))).clean)
      await reloaded.close()
    }
    return { url, socketUrl: `clamd:${socket}`, withdrawSignature, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
