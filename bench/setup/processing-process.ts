import { createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type ClientPrivateKey, generateClientKeyPair, importPrivateKey, measured, sealStream } from '@holdfast/custody'
import { inspectRecording, type SealedRecording } from '../../apps/server/src/modules/processing/inspect-recording.ts'
import { openObjects } from '../../apps/server/src/platform/objects/index.ts'
import { openScanner } from '../../apps/server/src/platform/scanner/index.ts'
import { mp4 } from '../../apps/server/test/media-fixtures.ts'

const mebibyte = 1024 * 1024
const runs = 3
const sampleEveryMs = 20
const minRatio = 0.7
const maxGrowthMiB = 64

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

interface Measured {
  seconds: number
  /** Processor time of all threads: it shows the cost when other load on the machine blurs the elapsed time. */
  processorSeconds: number
  /** How far resident memory grew while it ran. */
  growthMiB: number
}

const compare = async (sizeMiB: number): Promise<void> => {
  const home = await mkdtemp(path.join(tmpdir(), 'holdfast-bench-processing-'))
  const objects = await openObjects(`file:${home}`)
  try {
    const pair = await generateClientKeyPair()
    const key = await importPrivateKey(pair.private_key)
    const { content, ...sealed } = await sealRecording(sizeMiB, pair.public_key)
    await objects.put(sealed.s3_path, content)
    const payload: SealedRecording = { ...sealed, ...sealed.measure() }
    const process = () => processingPass(objects, payload, key)
    const bare = () => bareStream(path.join(home, sealed.s3_path))
    // The first pass fills the page cache and lets V8 compile the code.
    await process()
    await bare()
    const holdfastRuns: Measured[] = []
    const bareRuns: Measured[] = []
    for (let round = 0; round < runs; round++) {
      holdfastRuns.push(await measure(process))
      bareRuns.push(await measure(bare))
    }
    report(sizeMiB, holdfastRuns, bareRuns)
  } finally {
    await objects.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** A video as handsets record it (`moov` last), sealed as they seal it. */
const sealRecording = async (sizeMiB: number, public_key: string) => {
  const names = { payload_reference: 'BENCH', payload_type: 'Video', device_reference: 'DEVICE' } as const
  const { content, ...seal } = await sealStream(videoContent(sizeMiB), { ...names, public_key })
  return { client: 'bench', ...names, ...seal, s3_path: 'recording', ...measured(content) }
}

async function* videoContent(sizeMiB: number): AsyncGenerator<Uint8Array> {
  const whole = mp4({ mediaBytes: 0, video: ['avc1', 1920, 1080] })
  const typeBytes = whole.readUInt32BE(0)
  const mediaHeader = Buffer.alloc(16)
  // A box longer than 32 bits can say has a length of 1, and its real length follows (ISO 14496-12 section 4.2).
  mediaHeader.writeUInt32BE(1, 0)
  mediaHeader.write('mdat', 4, 'latin1')
  mediaHeader.writeBigUInt64BE(BigInt(mediaHeader.length + sizeMiB * mebibyte), 8)
  yield whole.subarray(0, typeBytes)
  yield mediaHeader
  const noise = randomBytes(mebibyte)
  for (let written = 0; written < sizeMiB; written++) yield noise
  yield whole.subarray(typeBytes + 8)
}

const processingPass = async (
  objects: Awaited<ReturnType<typeof openObjects>>,
  payload: SealedRecording,
  key: ClientPrivateKey,
): Promise<void> => {
  const parts = { objects, clientKeys: { privateKey: async () => key }, scanner: await openScanner() }
  const inspection = await inspectRecording(parts, payload, new AbortController().signal)
  if (!inspection.isOpened) throw new Error(`The recording did not open: ${inspection.failure}`)
  if (!inspection.facts.matches) throw new Error(inspection.facts.problem ?? 'The content does not match')
}

const bareStream = async (file: string): Promise<void> => {
  const hash = createHash('sha256')
  const decipher = createDecipheriv('aes-256-gcm', randomBytes(32), randomBytes(12))
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    decipher.update(chunk)
  }
  hash.digest()
}

const measure = async (work: () => Promise<void>): Promise<Measured> => {
  collectGarbage()
  const before = process.memoryUsage.rss()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, sampleEveryMs)
  const [began, processorBefore] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(processorBefore)
  const seconds = (performance.now() - began) / 1000
  clearInterval(sampling)
  return {
    seconds,
    processorSeconds: (user + system) / 1e6,
    growthMiB: (Math.max(most, process.memoryUsage.rss()) - before) / mebibyte,
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const report = (sizeMiB: number, holdfastRuns: readonly Measured[], bareRuns: readonly Measured[]): void => {
  const rate = (side: readonly Measured[]) => sizeMiB / median(side.map(({ seconds }) => seconds))
  const processor = (side: readonly Measured[]) => median(side.map(({ processorSeconds }) => processorSeconds))
  const growth = (side: readonly Measured[]) => Math.max(...side.map(({ growthMiB }) => growthMiB))
  const line = (name: string, side: readonly Measured[]) =>
    console.log(
      `  ${name.padEnd(24)}${rate(side).toFixed(0).padStart(6)} MiB/s, ${processor(side).toFixed(2)} s of processor, memory +${growth(side).toFixed(0)} MiB`,
    )
  const ratio = rate(holdfastRuns) / rate(bareRuns)
  const isMet = ratio >= minRatio && growth(holdfastRuns) <= maxGrowthMiB
  console.log(`Processing of ${sizeMiB} MiB (medians of ${runs})`)
  line('holdfast, whole pass', holdfastRuns)
  line('bare decrypt and hash', bareRuns)
  const processorRatio = processor(bareRuns) / processor(holdfastRuns)
  console.log(
    `  ratio ${percent(ratio)}, by processor time ${percent(processorRatio)}; bar ${percent(minRatio)} and +${maxGrowthMiB} MiB: ${isMet ? 'met' : 'missed'}`,
  )
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

const sizes = process.env.HOLDFAST_BENCH_LARGE === '1' ? [256, 4096] : [256]
for (const size of sizes) await compare(size)
