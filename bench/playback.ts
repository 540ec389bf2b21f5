import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { importPublicKey, measured, sealStream } from '@holdfast/custody'
import { Pool } from 'undici'
import { type Figure, median, milliseconds, percentile, printTable, times, whole } from './report.ts'
import { client, createInstallation, type Installation } from './setup/installation.ts'
import { startNginx } from './setup/nginx.ts'
import { fillPayloads } from './setup/payload-rows.ts'
import { processorMilliseconds } from './setup/processor-time.ts'
import { createPerson, signIn } from './setup/sign-in.ts'

const mebibyte = 1024 * 1024
const sizeMiB = Number(process.env.HOLDFAST_BENCH_VIDEO_MEBIBYTES ?? 1024)
const rounds = 3
const requestsOfRound = 100
const players = 100
/** What a browser has requested at a time when it seeks in a video. */
const requestedBytes = mebibyte

/** A server that has the video. */
interface VideoServer {
  name: string
  origin: string
  path: string
  headers: Record<string, string>
  pids: readonly number[]
}

interface Taken {
  /** Milliseconds to the first byte of each answer, ascending. */
  firstByte: number[]
  mebibytesPerSecond: number
  /** Processor time of the server for each MiB, in milliseconds. */
  processor: number
}

/** Quality bar 5: the first byte of a video of 1 GiB, and of places in it, beside nginx with the plain file. */
export const run = async (): Promise<Figure[]> => {
  const installation = await createInstallation()
  const folder = await mkdtemp(path.join(tmpdir(), 'holdfast-bench-video-'))
  await chmod(folder, 0o755) // nginx reads it as another user
  try {
    return await measure(installation, folder)
  } finally {
    await installation.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

const measure = async (installation: Installation, folder: string): Promise<Figure[]> => {
  const payload_reference = await storeVideo(installation)
  await pipeline(Readable.from(videoContent()), createWriteStream(path.join(folder, 'video'), { mode: 0o644 }))
  const api = await installation.startApi()
  const nginx = await startNginx(folder).catch(async (error: Error) => {
    await api.stop()
    throw error
  })
  try {
    const servers: VideoServer[] = [
      {
        ...(await ticketOf(api.origin, payload_reference)),
        name: 'Holdfast',
        pids: [api.pid, installation.databasePid],
      },
      { name: 'nginx', origin: nginx.origin, path: '/video', headers: {}, pids: [nginx.pid] },
    ]
    const cases = [
      { name: 'one player: from the start', connections: 1, startOf: () => 0 },
      { name: 'one player: seeking', connections: 1, startOf: anywhere },
      { name: `${players} players: seeking`, connections: players, startOf: anywhere },
    ]
    const rows: (ReturnType<typeof medianOf> & { name: string; server: string })[] = []
    for (const { name, connections, startOf } of cases) {
      const taken = servers.map((): Taken[] => [])
      for (let round = 0; round <= rounds; round++) {
        for (const [at, server] of servers.entries()) {
          const result = await load(server, connections, startOf)
          if (round > 0) taken[at]?.push(result) // the first round warms up
        }
      }
      for (const [at, server] of servers.entries())
        rows.push({ name, server: server.name, ...medianOf(taken[at] ?? []) })
    }
    printTable(
      `Playback of a video of ${whole(sizeMiB)} MiB, ${requestedBytes / mebibyte} MiB a request`,
      ['case', 'server', 'first byte p50', 'p95', 'MiB/s', 'processor/MiB'],
      rows.map(({ name, server, p50, p95, rate, processor }) => [
        name,
        server,
        milliseconds(p50),
        milliseconds(p95),
        whole(rate),
        milliseconds(processor),
      ]),
    )
    return cases.map(({ name }) => {
      const [own, other] = rows.filter((row) => row.name === name)
      const ratio = (own?.p50 ?? Number.NaN) / (other?.p50 ?? Number.NaN)
      return {
        name: `First byte of a video beside nginx, ${name}`,
        value: times(ratio),
        bar: '≤ 2×',
        meets: ratio <= 2,
      }
    })
  } finally {
    await Promise.all([api.stop(), nginx.stop()])
  }
}

const anywhere = (): number => Math.floor(Math.random() * (sizeMiB - 1) * mebibyte)

/** Bytes that do not compress; every server has the same. */
async function* videoContent(): AsyncGenerator<Uint8Array> {
  const noise = randomBytes(mebibyte)
  for (let written = 0; written < sizeMiB; written++) yield noise
}

/** Turns the one payload of the account into a processed video. */
const storeVideo = async ({ platform, owner }: Installation): Promise<string> => {
  await fillPayloads(owner, 1)
  const { rows } = await owner.query<{ payload_reference: string; device_reference: string }>(
    'select payload_reference, device_reference from app.payloads',
  )
  const [row] = rows
  const key = await platform.database.read(client, (tx) => platform.clientKeys.currentPublicKey(tx))
  if (!row || !key) throw new Error('There is no payload or no key')
  const names = { ...row, payload_type: 'Video' } as const
  const { content, ...seal } = await sealStream(videoContent(), {
    ...names,
    public_key: await importPublicKey(key.public_key),
  })
  const { content: counted, measure: sizeAndChecksum } = measured(content)
  const s3_path = `${client}/video`
  await platform.objects.put(s3_path, counted)
  const { size, checksum } = sizeAndChecksum()
  const media = { content_type: 'video/mp4', size: sizeMiB * mebibyte, duration_ms: 60_000, width: 1920, height: 1080 }
  await owner.query(
    `update app.payloads set payload_type = 'Video', payload_state = 'Processed', is_content_in_table = false, s3_path = $1,
      key_id = $2, encrypted_dek = $3, iv = $4, checksum = $5, size = $6, media = $7`,
    [
      s3_path,
      seal.key_id,
      seal.encrypted_dek,
      seal.iv,
      checksum,
      size,
      { ...media, channels: null, sample_rate: null },
    ],
  )
  await createPerson(platform, 'player', [{ actions_matching: 'payloads:*' }])
  return row.payload_reference
}

const ticketOf = async (origin: string, payload_reference: string) => {
  const token = await signIn(origin, 'player')
  const address = `${origin}/api/client/v1/${client}/payloads/${payload_reference}/data?action=play`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  const { status, s3_url } = (await answer.json()) as { status: string; s3_url: string | null }
  if (s3_url === null) throw new Error(`The video has no address: ${status}`)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return { origin, path: s3_url, headers: { cookie } }
}

/** Each connection requests one range after the other. */
const load = async (server: VideoServer, connections: number, startOf: () => number): Promise<Taken> => {
  const pool = new Pool(server.origin, { connections, pipelining: 1 })
  const firstByte: number[] = []
  let bytes = 0
  const processorBefore = processorMilliseconds(server.pids)
  const began = performance.now()
  const connection = async (): Promise<void> => {
    for (let request = 0; request < requestsOfRound / Math.min(connections, 20); request++) {
      const start = startOf()
      const headers = { ...server.headers, range: `bytes=${start}-${start + requestedBytes - 1}` }
      const sent = performance.now()
      const { statusCode, body } = await pool.request({ method: 'GET', path: server.path, headers })
      if (statusCode !== 206) throw new Error(`${server.name} answered ${statusCode}`)
      let isFirst = true
      for await (const chunk of body) {
        if (isFirst) firstByte.push(performance.now() - sent)
        isFirst = false
        bytes += (chunk as Buffer).length
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  const seconds = (performance.now() - began) / 1_000
  const mebibytes = bytes / mebibyte
  const processor = (processorMilliseconds(server.pids) - processorBefore) / mebibytes
  await pool.close()
  return { firstByte: firstByte.sort((a, b) => a - b), mebibytesPerSecond: mebibytes / seconds, processor }
}

const medianOf = (taken: readonly Taken[]) => ({
  p50: median(taken.map(({ firstByte }) => percentile(firstByte, 0.5))),
  p95: median(taken.map(({ firstByte }) => percentile(firstByte, 0.95))),
  rate: median(taken.map(({ mebibytesPerSecond }) => mebibytesPerSecond)),
  processor: median(taken.map(({ processor }) => processor)),
})
