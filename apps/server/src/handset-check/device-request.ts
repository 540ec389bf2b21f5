import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type CallDeclaration, calls, fullPath } from '@holdfast/contract'

/** The calls that a handset can make. */
const deviceCalls: readonly CallDeclaration[] = (Object.values(calls) as CallDeclaration[]).filter(
  (call) => call.catalogue === 'device' || call === calls.verifyDevice,
)

const patterns = deviceCalls.map((call) => ({
  call,
  pattern: new RegExp(`^${fullPath(call).replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
}))

/** A request of the handset, once its headers were read. */
export interface DeviceRequest {
  call: CallDeclaration
  /** The reference in its path; empty when it has none. */
  reference: string
  /** Names the same call with the same path. */
  key: string
  headers: IncomingMessage['headers']
  /** What comes later on the same connection was sent after its answer had arrived. */
  connection: Socket
  /** Milliseconds since 1970. */
  at: number
}

/** Finds the call of a request; `undefined` for an address or method that handsets do not have. */
export const readRequest = (
  { method, url = '', headers, socket }: IncomingMessage,
  at: number,
): DeviceRequest | undefined => {
  for (const { call, pattern } of patterns) {
    const match = call.method === method ? pattern.exec(url) : null
    if (match) {
      const reference = decodeURIComponent(match[1] ?? '')
      return { call, reference, key: `${method} ${url}`, headers, connection: socket, at }
    }
  }
  return undefined
}
