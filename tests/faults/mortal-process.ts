/**
 * An api or a worker that kills itself at a step of its work: `node mortal-process.ts <api|worker> <step>`, with its
 * settings in the environment. A step is an answered query, a point before, within or after an operation on the
 * object store, or the scan of a message that is called deadly. Each step is written as a line to standard output, which is a file and so survives the process. At the
 * step with the given number (counted from 1) or text, the process kills itself with SIGKILL; at 0 it never does.
 */
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { startApi } from '../../apps/server/src/api.ts'
import type { Platform } from '../../apps/server/src/core/platform.ts'
import type { Objects } from '../../apps/server/src/platform/objects/index.ts'
import type { Scanner } from '../../apps/server/src/platform/scanner/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { startWorker } from '../../apps/server/src/worker.ts'

const [, , part, lastStep] = process.argv
const settings = { ...readSettings(process.env), databaseUrl: process.env.DATABASE_URL ?? '' }

/** The steps of the start do not count. */
let isCounting = part === 'worker'
let steps = 0

const passes = (step: string): void => {
  if (!isCounting) return
  steps += 1
  writeSync(1, `${step}\n`)
  if (steps === Number(lastStep) || step === lastStep) process.kill(process.pid, 'SIGKILL')
}

const onQuery = (text: string): void => passes(`query: ${text.replace(/\s+/g, ' ')}`)

const watch = (objects: Objects): void => {
  const put = objects.put.bind(objects)
  const get = objects.get.bind(objects)
  const head = objects.head.bind(objects)
  const move = objects.move.bind(objects)
  const page = objects.page.bind(objects)
  const remove = objects.delete.bind(objects)
  const told = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    passes(`object: ${operation} begins`)
    const result = await work()
    passes(`object: ${operation} is done`)
    return result
  }
  Object.assign(objects, {
    put: (key, content, options) =>
      told('put', () => put(key, content instanceof Uint8Array ? content : halfWay(content), options)),
    get: (key, range) => told(`get ${key}`, () => get(key, range)),
    head: (key) => told('head', () => head(key)),
    page: (prefix, from) => told('page', () => page(prefix, from)),
    move: (from, to) => told('move', () => move(from, to)),
    delete: (key) => told('delete', () => remove(key)),
  } satisfies Partial<Objects>)
}

/** A buffer goes to the store in one call, so there is no step within it. */
async function* halfWay(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    const half = chunk.byteLength >> 1
    yield chunk.subarray(0, half)
    passes('object: put is under way')
    yield chunk.subarray(half)
  }
}

/** A message with this text is a step when it is scanned, so that a worker can die of one among many. */
const deadlyText = 'a deadly message'

async function* watched(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    if (Buffer.from(chunk).includes(deadlyText)) passes(`scan: ${deadlyText}`)
    yield chunk
  }
}

const watchScanner = (scanner: Scanner): void => {
  const { scan, openSession } = scanner
  Object.assign(scanner, {
    scan: (content) => scan(watched(content)),
    openSession: () => {
      const session = openSession()
      return { ...session, scan: (content) => session.scan(watched(content)) }
    },
  } satisfies Partial<Scanner>)
}

const onOpened = async ({ objects, scanner }: Platform): Promise<void> => {
  watch(objects)
  watchScanner(scanner)
}

if (part === 'api') await startApi(settings, { onQuery, beforeServing: onOpened })
else await startWorker(settings, { onQuery, beforeWorking: onOpened })
// A killed process would not save its compiled code for the next one.
flushCompileCache()
isCounting = true
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
