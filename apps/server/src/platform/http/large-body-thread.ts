/** Worker thread of large-bodies.ts. It imports little, because it lives as long as the process. */
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { type BodyRules, bodyCheck, type CheckedBody } from './body-check.ts'
import { type Chunks, decodeChunks } from './body-chunks.ts'
import { NotJson, readJson } from './json-text.ts'

export type ThreadRequest =
  | {
      kind: 'check'
      /** BodyRules as JSON. */
      rules: string
      chunks: Chunks
    }
  | { kind: 'more' }

export type ThreadResponse =
  | { kind: 'malformed'; reason: string }
  | {
      kind: 'checked'
      checked: CheckedBody
      /** The list whose items must be requested with `more`. */
      list: { name: string; length: number } | null
    }
  | { kind: 'items'; items: unknown[] }

/** Approximate length of one part of the items, as JSON text. */
const partBytes = 64 * 1024

const checks = new Map<string, (body: unknown) => CheckedBody>()
let left: unknown[] = []
let itemsOfPart = 1

const answer = (request: ThreadRequest): ThreadResponse => {
  if (request.kind === 'more') return { kind: 'items', items: left.splice(0, itemsOfPart) }
  try {
    return check(request)
  } catch (error) {
    if (error instanceof NotJson) return { kind: 'malformed', reason: error.message }
    throw error
  }
}

const check = ({ rules, chunks }: Extract<ThreadRequest, { kind: 'check' }>): ThreadResponse => {
  const { itemByItem } = JSON.parse(rules) as BodyRules
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  const value = readJson(decodeChunks(chunks))
  const checked = checkOf(rules)(value)
  if (checked.problems.length > 0 || !checked.isStorable) {
    return { kind: 'checked', checked: { ...checked, body: null, invalid: [] }, list: null }
  }
  if (itemByItem === null) return { kind: 'checked', checked, list: null }
  const { [itemByItem]: list, ...body } = checked.body as Record<string, unknown[]>
  left = list ?? []
  itemsOfPart = Math.max(1, Math.floor((left.length * partBytes) / length))
  return { kind: 'checked', checked: { ...checked, body }, list: { name: itemByItem, length: left.length } }
}

const checkOf = (rules: string): ((body: unknown) => CheckedBody) => {
  const check = checks.get(rules) ?? bodyCheck(JSON.parse(rules) as BodyRules)
  checks.set(rules, check)
  return check
}

/** Lowers this thread's priority, so that calls are served first on a busy machine. Only Linux has priorities for threads. */
const lowerPriority = (): void => {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_LOW)
  } catch {
    // Other systems keep the priority of the process.
  }
}

lowerPriority()
parentPort?.on('message', (request: ThreadRequest) => parentPort?.postMessage(answer(request)))
