import { fullPath } from '@holdfast/contract'
import { undocumented } from '../setup/documented-answers.ts'
import type { Try } from './answers.ts'
import type { Caller } from './callers.ts'
import { severalAtOnce } from './several-at-once.ts'
import type { Stage } from './stage.ts'

/** A cell of the matrix. */
export interface Cell {
  readonly attempt: Try
  readonly caller: Caller
  /** Identifies the entry on the trail: sent as the name of the browser. */
  readonly mark: string
}

export interface Seen {
  readonly status: number
  readonly code: string | null
  /** How the answer differs from the OpenAPI document. */
  readonly undocumented: readonly string[]
}

/** Makes the request of each cell, several at a time. */
export const tryAll = (stage: Stage, cells: readonly Cell[]): Promise<Map<Cell, Seen>> =>
  severalAtOnce(cells, 12, (cell) => tryOne(stage, cell))

/** The address of a request, with its parameters filled in. */
export const addressOf = ({ name, call, params = {}, query = '' }: Try, account: string): string => {
  const values: Record<string, string> = { client: account, ...params }
  const path = fullPath(call).replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values[parameter]
    if (value === undefined) throw new Error(`${name} is tried without {${parameter}}`)
    return encodeURIComponent(value)
  })
  return path + query
}

const tryOne = async ({ server, cast }: Stage, { attempt, caller, mark }: Cell): Promise<Seen> => {
  const headers = { ...cast.get(caller)?.headers, 'user-agent': mark }
  const { call, body } = attempt
  const address = addressOf(attempt, caller.at)
  const response = await server.call(call.method, address, { headers, ...(body ? { body } : {}) })
  const { status, ok } = response
  if (ok && call.responseKind === 'events') {
    await response.body?.cancel()
    return { status, code: null, undocumented: undocumented(call, response, null) }
  }
  const text = await response.text()
  const code = text === '' ? null : codeIn(JSON.parse(text), ok)
  return { status, code, undocumented: undocumented(call, response, text) }
}

/** The error code of a refusal, otherwise the status of content. */
const codeIn = (answer: { code?: string; status?: string }, ok: boolean): string | null =>
  (ok ? answer.status : answer.code) ?? null
