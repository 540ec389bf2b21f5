/**
 * An api or a worker that kills itself at a step of its work: `node killed-process.ts <api|worker> <step>`, with its
 * settings in the environment. A step is an answered query, a point before, within or after an operation on the object
 * store, the writing of an entry of its journal, or the scan of a message with a certain text. Each step is written as a line to standard output, which is a file and so
 * survives the process. At the step with the given number (counted from 1) or text, the process kills itself with SIGKILL; at 0
 * it never does.
 */
import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { Platform } from '../../apps/server/src/core/platform.ts'
import type { Objects, StoreJournal } from '../../apps/server/src/platform/objects/index.ts'
import type { Scanner } from '../../apps/server/src/platform/scanner/index.ts'
import { readSettings } from '../../apps/server/src/platform/settings/index.ts'
import { bundled } from '../setup/programs.ts'

const [, , part, lastStep] = process.argv
const settings = { ...readSettings(process.env), databaseUrl: process.env.DATABASE_URL ?? '' }

/** The steps of the start do not count. */
let isCounting = part === 'worker'
let steps = 0

const recordStep = (step: string): void => {
  if (!isCounting) return
  steps += 1
  writeSync(1, `${step}\n`)
  if (steps === Number(lastStep) || step === lastStep) process.kill(process.pid, 'SIGKILL')
}

const onQuery = (text: string): void => recordStep(`query: ${text.replace(/\s+/g, ' ')}`)

const recordOperations = (objects: Objects): void => {
  const put = objects.put.bind(objects)
  const get = objects.get.bind(objects)
  const head = objects.head.bind(objects)
  const move = objects.move.bind(objects)
  const page = objects.page.bind(objects)
  const remove = objects.delete.bind(objects)
  const erase = objects.erase.bind(objects)
  const withSteps = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    recordStep(`object: ${operation} begins`)
    const result = await work()
    recordStep(`object: ${operation} is done`)
    return result
  }
  Object.assign(objects, {
    put: (key, content, options) =>
      withSteps('put', () => put(key, content instanceof Uint8Array ? content : inHalves(content), options)),
    get: (key, range) => withSteps(`get ${key}`, () => get(key, range)),
    head: (key) => withSteps('head', () => head(key)),
    page: (prefix, from) => withSteps('page', () => page(prefix, from)),
    move: (from, to) => withSteps('move', () => move(from, to)),
    delete: (key) => withSteps('delete', () => remove(key)),
    erase: (key) => withSteps('erase', () => erase(key)),
  } satisfies Partial<Objects>)
}

const recordEntries = (journal: StoreJournal): void => {
  const { write } = journal
  Object.assign(journal, {
    write: async (name, text) => {
      recordStep('journal: write begins')
      await write(name, text)
      recordStep('journal: write is done')
    },
  } satisfies Partial<StoreJournal>)
}

/** A buffer goes to the store in one call, so there is no step within it. */
async function* inHalves(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    const half = chunk.byteLength >> 1
    yield chunk.subarray(0, half)
    recordStep('object: put is under way')
    yield chunk.subarray(half)
  }
}

/** A message with this text is a step when it is scanned, so that a worker can crash on one among many. */
const crashingText = 'a crashing message'

async function* withScanSteps(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    if (Buffer.from(chunk).includes(crashingText)) recordStep(`scan: ${crashingText}`)
    yield chunk
  }
}

const recordScans = (scanner: Scanner): void => {
  const { scan, openSession } = scanner
  Object.assign(scanner, {
    scan: (content) => scan(withScanSteps(content)),
    openSession: () => {
      const session = openSession()
      return { ...session, scan: (content) => session.scan(withScanSteps(content)) }
    },
  } satisfies Partial<Scanner>)
}

const onOpened = async ({ objects, journal, scanner }: Platform): Promise<void> => {
  recordOperations(objects)
  recordEntries(journal)
  recordScans(scanner)
}

if (part === 'api') await (await bundled.api()).startApi(settings, { onQuery, beforeServing: onOpened })
else await (await bundled.worker()).startWorker(settings, { onQuery, beforeWorking: onOpened })
// A killed process would not save its compiled code for the next one.
flushCompileCache()
isCounting = true
process.once('disconnect', () => process.exit(1))
process.send?.('ready')
