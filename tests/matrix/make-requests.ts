import { hash } from 'node:crypto'
import { type CallDeclaration, calls, fullPath } from '@holdfast/contract'
import { undocumented } from '../setup/documented-answers.ts'
import { mapConcurrently } from '../setup/map-concurrently.ts'
import type { Caller } from './callers.ts'
import type { MatrixServer } from './matrix-server.ts'
import type { MatrixRequest } from './request-definition.ts'

/** A cell of the matrix. */
export interface Cell {
  readonly request: MatrixRequest
  readonly caller: Caller
  /** Identifies the entry on the trail: sent as the name of the browser. */
  readonly mark: string
}

export interface ActualAnswer {
  readonly status: number
  readonly code: string | null
  /** How the answer differs from the OpenAPI document. */
  readonly undocumented: readonly string[]
}

/** Injected requests reach the server's calls without a connection, which costs half as much. */
export type Way = 'over HTTP' | 'injected'

/** Makes the request of each cell, several at a time. */
export const makeRequests = (
  matrixServer: MatrixServer,
  cells: readonly Cell[],
  way: Way,
): Promise<Map<Cell, ActualAnswer>> => mapConcurrently(cells, 12, (cell) => makeRequest(matrixServer, cell, way))

/** The address of a request, with its parameters filled in. */
export const addressOf = ({ name, call, params = {}, query = '' }: MatrixRequest, account: string): string => {
  const values: Record<string, string> = { client: account, ...params }
  const path = fullPath(call).replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values[parameter]
    if (value === undefined) throw new Error(`${name} has no value for {${parameter}}`)
    return encodeURIComponent(value)
  })
  return path + query
}

const makeRequest = async (
  { server, signedInCallers, injectable }: MatrixServer,
  { request, caller, mark }: Cell,
  way: Way,
): Promise<ActualAnswer> => {
  const headers = {
    ...(await signedInCallers.get(caller)?.headers()),
    'user-agent': mark,
    ...(request.hasOwnAddress && { 'x-forwarded-for': addressFor(mark) }),
  }
  const { call, body } = request
  const address = addressOf(request, caller.at)
  // The server closes a connection whose body it does not read: that needs HTTP.
  const response =
    way === 'injected' && !body
      ? await injectable.request(call.method, address, headers)
      : await server.call(call.method, address, { headers, ...(body ? { body } : {}) })
  const { status, ok } = response
  if (ok && call.responseKind === 'events') {
    await response.body?.cancel()
    return { status, code: null, undocumented: undocumented(call, response, null) }
  }
  const text = await response.text()
  const code = text === '' ? null : codeIn(JSON.parse(text), ok, call)
  return { status, code, undocumented: undocumented(call, response, text) }
}

const addressFor = (mark: string): string => `198.18.${hash('sha256', mark, 'buffer').subarray(0, 2).join('.')}`

interface Answer {
  code?: string
  status?: string
  items?: { status?: string; code?: string; result?: string }[]
}

const answeringEach: ReadonlySet<CallDeclaration> = new Set([
  calls.applyDeviceUserImport,
  calls.confirmReceipts,
  calls.markReviewed,
  calls.commentOnPayloads,
  calls.deletePayloads,
  calls.restorePayloads,
  calls.rescanPayloads,
  calls.sendCommands,
  calls.signOffCarrierRecords,
])

/** The error code of a refusal, otherwise the status of content; of the first one, if the call answers item by item. */
const codeIn = ({ code, status, items }: Answer, ok: boolean, call: CallDeclaration): string | null => {
  if (!ok) return code ?? null
  if (answeringEach.has(call)) return items?.[0]?.code ?? items?.[0]?.result ?? null
  const answersByItem = call === calls.getData || call === calls.createDownload || call === calls.getSnippets
  return (answersByItem ? items?.[0]?.status : status) ?? null
}
