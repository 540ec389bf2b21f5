import { Worker } from 'node:worker_threads'
import { type CallDeclaration, ProductError } from '@holdfast/contract'
import type { Logger } from 'pino'
import { programOf } from '../places.ts'
import { bodyRulesOf, type CheckedBody } from './body-check.ts'
import type { BodyBuffer } from './body-memory.ts'
import type { ThreadRequest, ThreadResponse } from './large-body-thread.ts'

/** Heap limit of the thread. A body that needs more ends the thread; the bodies that calls accept need less. */
const maxHeapMebibytes = 64
/** Small, so that garbage is collected often. */
const maxYoungMebibytes = 4

/**
 * Parses and validates large bodies in a worker thread, one at a time, because that can block the event loop for up to a
 * second. Valid items come back in parts, so that other calls are served in between.
 */
export class LargeBodies {
  readonly #log: Pick<Logger, 'error'>
  readonly #rules = new Map<CallDeclaration, string>()
  #thread: Worker | null = null
  #last: Promise<unknown> = Promise.resolve()

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log
  }

  /** Starts the thread before the first body needs it. */
  start(): void {
    this.#running()
  }

  /** @throws ProductError `request.malformed` if the body is not JSON; `server.busy` if the thread ended while checking it */
  check(bodyBuffer: BodyBuffer, call: CallDeclaration): Promise<CheckedBody> {
    const turn = this.#last.then(() => this.#check(bodyBuffer, call))
    // Keeps no result, which would stay in memory until the next large body.
    this.#last = turn.then(
      () => undefined,
      () => undefined,
    )
    return turn
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
    this.#thread = null
  }

  async #check(bodyBuffer: BodyBuffer, call: CallDeclaration): Promise<CheckedBody> {
    if (bodyBuffer.isReleased) throw new ProductError('request.incomplete')
    const chunks = bodyBuffer.takeChunks()
    const first = await this.#ask(
      { kind: 'check', rules: this.#rulesOf(call), chunks },
      chunks.map(({ buffer }) => buffer),
    )
    if (first.kind === 'malformed') throw new ProductError('request.malformed', { reason: first.reason })
    if (first.kind !== 'checked') throw lost()
    const { checked, list } = first
    if (list === null) return checked
    return { ...checked, body: { ...(checked.body as object), [list.name]: await this.#items(list.length) } }
  }

  async #items(length: number): Promise<unknown[]> {
    const items: unknown[] = []
    while (items.length < length) {
      const part = await this.#ask({ kind: 'more' })
      // A thread that was started meanwhile has no items.
      if (part.kind !== 'items' || part.items.length === 0) throw lost()
      items.push(...part.items)
    }
    return items
  }

  #rulesOf(call: CallDeclaration): string {
    const rules = this.#rules.get(call) ?? JSON.stringify(bodyRulesOf(call))
    this.#rules.set(call, rules)
    return rules
  }

  async #ask(request: ThreadRequest, transfer: readonly ArrayBuffer[] = []): Promise<ThreadResponse> {
    const thread = this.#running()
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResponse>()
    thread.once('message', resolve).once('error', reject).once('exit', reject)
    thread.postMessage(request, transfer)
    try {
      return await promise
    } catch (error) {
      this.#log.error({ err: error }, 'the thread of large bodies ended')
      throw lost()
    } finally {
      thread.off('message', resolve).off('error', reject).off('exit', reject)
    }
  }

  #running(): Worker {
    if (this.#thread) return this.#thread
    const thread = new Worker(threadProgram, {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes, maxYoungGenerationSizeMb: maxYoungMebibytes },
    })
    // The next body starts a new thread; `#ask` rejects the body that was being checked.
    const forget = (): void => {
      if (this.#thread === thread) this.#thread = null
    }
    thread.on('error', forget).once('exit', forget).unref()
    this.#thread = thread
    return thread
  }
}

const threadProgram = programOf('apps/server/src/platform/http/large-body-thread.ts')

const lost = () => new ProductError('server.busy')
