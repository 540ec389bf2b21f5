import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { pgpOf } from '../apps/server/src/modules/transfer-files/pgp-file.ts'
import { zipOf } from '../apps/server/src/modules/transfer-files/zip-file.ts'
import { limitedTo } from '../apps/server/src/modules/transfers/in-parallel.ts'
import {
  type Destination,
  type DestinationOptions,
  type FileToDeliver,
  openDestination,
} from '../apps/server/src/platform/destinations/index.ts'
import { readS3Address } from '../apps/server/src/platform/objects/s3-address.ts'
import { newPgpKey } from '../apps/server/test/archive-parts.ts'
import { sshdOptions, unhindered } from '../apps/server/test/delivered-files.ts'
import { startSshd } from '../tests/setup/sshd.ts'
import { startSts } from '../tests/setup/sts.ts'
import { startSwift } from '../tests/setup/swift.ts'
import { type Figure, printTable, times, whole } from './report.ts'

const mebibyte = 1024 ** 2
const role = 'arn:aws:iam::111122223333:role/archive'
const password = 'correct horse battery'
const execute = promisify(execFile)

/** Rates beside the peer's, by the beginning of the name of a case. */
const bars = { SFTP: 1, S3: 1, 'ZIP with AES-256': 1.5, OpenPGP: 0.8 }

/** Seconds on the clock, and of a processor in the process that sends. */
interface Taken {
  seconds: number
  processor: number
}

interface Load {
  name: string
  /** The folder of its files. */
  folder: string
  files: readonly string[]
  mebibytes: number
  /** Files on their way at once, as in transfers. */
  atOnce: number
}

interface Compared {
  name: string
  mebibytes: number
  ours: Taken
  theirs: Taken
}

/**
 * Files sent to SFTP and to S3, beside rclone with its check of what arrived; ZIP beside 7zz and OpenPGP beside gpg. Both
 * sides read the same files from the disk.
 */
export const run = async (): Promise<Figure[]> => {
  const home = await mkdtemp(path.join(tmpdir(), 'holdfast-bench-transfers-'))
  await chmod(home, 0o700)
  try {
    const loads = [await makeLoad(home, 'small', 200, 1, 16), await makeLoad(home, 'large', 1, 512, 4)]
    const compared = [
      ...(await compareSftp(home, loads)),
      ...(await compareS3(loads)),
      ...(await compareZip(home, loads)),
      ...(await comparePgp(home, loads)),
    ]
    printTable(
      'Transfers: seconds, and seconds of a processor in the process that sends',
      ['case', 'MiB', 'Holdfast', 'peer', 'rate', 'Holdfast cpu', 'peer cpu', 'cpu rate', 'cpu per MiB'],
      compared.map(({ name, mebibytes, ours, theirs }) => [
        name,
        whole(mebibytes),
        ours.seconds.toFixed(2),
        theirs.seconds.toFixed(2),
        times(theirs.seconds / ours.seconds),
        ours.processor.toFixed(2),
        theirs.processor.toFixed(2),
        times(theirs.processor / ours.processor),
        `${((ours.processor * 1_000) / mebibytes).toFixed(1)} ms`,
      ]),
    )
    return compared.flatMap(({ name, ours, theirs }) => {
      const bar = Object.entries(bars).find(([begins]) => name.startsWith(begins))?.[1]
      const rate = theirs.seconds / ours.seconds
      return bar ? [{ name: `Transfer, ${name}`, value: times(rate), bar: `≥ ${bar}×`, meets: rate >= bar }] : []
    })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

const makeLoad = async (home: string, name: string, count: number, each: number, atOnce: number): Promise<Load> => {
  const folder = path.join(home, name)
  await mkdir(folder)
  const files = Array.from({ length: count }, (_, index) => path.join(folder, `${name}-${index}.bin`))
  // Sound hardly compresses; neither does this.
  for (const file of files) await pipeline(Readable.from(soundLike(each)), createWriteStream(file))
  return { name: `${count} × ${each} MiB`, folder, files, mebibytes: count * each, atOnce }
}

function* soundLike(mebibytes: number): Generator<Buffer> {
  for (let piece = 0; piece < mebibytes * 16; piece++) yield randomBytes(mebibyte / 16)
}

const own = async (work: () => Promise<unknown>): Promise<Taken> => {
  const began = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - began) / 1_000, processor: (user + system) / 1e6 }
}

const timed = `TIMEFORMAT='%R %U %S'; time "$@" 2>&1 >/dev/null`

/** Commands, one after the other, with the processor time of their processes. */
const commands = async (...lines: readonly (readonly string[])[]): Promise<Taken> => {
  const taken = { seconds: 0, processor: 0 }
  for (const line of lines) {
    const { stderr } = await execute('/bin/bash', ['-c', timed, 'time', ...line], { env: { PATH: process.env.PATH } })
    const [real = 0, user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
    taken.seconds += real
    taken.processor += user + system
  }
  return taken
}

const fileOf = async (file: string): Promise<FileToDeliver> => ({
  size: (await stat(file)).size,
  open: () => createReadStream(file, { highWaterMark: 65_536 }),
})

const send = (destination: Destination, load: Load, folder: string): Promise<Taken> => {
  const oneOf = limitedTo(load.atOnce)
  return own(() =>
    Promise.all(
      load.files.map((file) =>
        oneOf(async () => destination.put(`${folder}/${path.basename(file)}`, await fileOf(file), unhindered)),
      ),
    ),
  )
}

const compareTo = async (
  options: DestinationOptions,
  parts: Parameters<typeof openDestination>[0],
  loads: readonly Load[],
  peer: (load: Load) => Promise<Taken>,
): Promise<Compared[]> => {
  const destination = await openDestination(parts, options, unhindered.signal)
  try {
    const compared: Compared[] = []
    for (const [index, load] of loads.entries()) {
      const ours = await send(destination, load, `ours-${index}`)
      compared.push({
        name: `${options.kind}, ${load.name}`,
        mebibytes: load.mebibytes,
        ours,
        theirs: await peer(load),
      })
    }
    return compared
  } finally {
    await destination.close()
  }
}

/** `rclone copy`, and `rclone check --download`, which reads back, as Holdfast does. */
const rclone = (load: Load, target: string, ...options: string[]): Promise<Taken> => {
  const ofBoth = ['--config', '/dev/null', '--retries', '1', ...options]
  return commands(
    ['rclone', 'copy', '--transfers', String(load.atOnce), ...ofBoth, load.folder, target],
    ['rclone', 'check', '--download', '--checkers', String(load.atOnce), ...ofBoth, load.folder, target],
  )
}

const compareSftp = async (home: string, loads: readonly Load[]): Promise<Compared[]> => {
  const sshd = await startSshd()
  try {
    const keyFile = path.join(home, 'key')
    await writeFile(keyFile, sshd.privateKey, { mode: 0o600 })
    const parts = { settings: { allowPrivateAddresses: true, transferStsUrl: undefined } }
    const of = `:sftp,host=127.0.0.1,port=${sshd.port},user=${sshd.username},key_file="${keyFile}":${sshd.folder}`
    return await compareTo(sshdOptions(sshd), parts, loads, (load) => rclone(load, `${of}/peer-${load.files.length}`))
  } finally {
    await sshd.stop()
  }
}

const compareS3 = async (loads: readonly Load[]): Promise<Compared[]> => {
  const swift = await startSwift()
  const { bucket, region, credentials, endpoint = '' } = readS3Address(swift.url)
  const { accessKeyId, secretAccessKey } = credentials ?? { accessKeyId: '', secretAccessKey: '' }
  const sts = await startSts({ [role]: 'ours' }, { accessKeyId, secretAccessKey })
  try {
    const parts = { settings: { allowPrivateAddresses: true, transferStsUrl: sts.url } }
    const options = {
      kind: 'S3',
      destination: `s3://${bucket}`,
      roleArn: role,
      externalId: 'ours',
      region,
      endpoint,
    } as const
    const keys = ['--s3-access-key-id', accessKeyId, '--s3-secret-access-key', secretAccessKey]
    const place = ['--s3-provider', 'Other', '--s3-endpoint', endpoint, '--s3-region', region, '--s3-no-check-bucket']
    return await compareTo(options, parts, loads, (load) =>
      rclone(load, `:s3:${bucket}/peer-${load.files.length}`, ...keys, ...place),
    )
  } finally {
    await swift.stop()
    await sts.stop()
  }
}

const written = (content: AsyncIterable<Uint8Array>, to: string): Promise<Taken> =>
  own(() => pipeline(content, createWriteStream(to)))

const compareZip = async (home: string, loads: readonly Load[]): Promise<Compared[]> => {
  const compared: Compared[] = []
  for (const { name, files, mebibytes } of loads) {
    const plain = files.map((file) => ({
      path: path.basename(file),
      kind: 'recording' as const,
      time: new Date('2026-01-01T00:00:00Z'),
      isCompressed: true,
      open: () => createReadStream(file, { highWaterMark: 65_536 }),
    }))
    for (const protection of [null, password]) {
      const ours = await written(zipOf(plain, protection), path.join(home, 'ours.zip'))
      const secret = protection === null ? [] : [`-p${protection}`, '-mem=AES256']
      const theirs = await commands([
        '7zz',
        'a',
        '-tzip',
        '-mx=0',
        ...secret,
        path.join(home, `peer-${files.length}.zip`),
        ...files,
      ])
      await rm(path.join(home, `peer-${files.length}.zip`))
      compared.push({ name: `ZIP${protection === null ? '' : ' with AES-256'}, ${name}`, mebibytes, ours, theirs })
    }
  }
  return compared
}

const comparePgp = async (home: string, loads: readonly Load[]): Promise<Compared[]> => {
  const publicKey = await newPgpKey()
  const keyFile = path.join(home, 'archive.asc')
  await writeFile(keyFile, publicKey)
  const compared: Compared[] = []
  for (const { name, files, mebibytes } of loads) {
    const ours = await own(async () => {
      for (const file of files) {
        await pipeline(
          pgpOf(publicKey, createReadStream(file, { highWaterMark: 65_536 })),
          createWriteStream(path.join(home, 'ours.pgp')),
        )
      }
    })
    const gpg = ['gpg', '--homedir', home, '--batch', '--yes', '--compress-algo', 'none', '--recipient-file', keyFile]
    const theirs = await commands(
      ...files.map((file) => [...gpg, '--output', path.join(home, 'peer.pgp'), '--encrypt', file]),
    )
    compared.push({ name: `OpenPGP, ${name}`, mebibytes, ours, theirs })
  }
  return compared
}
