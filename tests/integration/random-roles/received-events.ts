import type { PortalEvent } from '@holdfast/contract'
import type { TestServer } from '../../setup/server.ts'
import { liveEvents } from './expected-answers.ts'
import { client } from './fixtures.ts'

interface Listener {
  readonly token: string
  readonly address: string
  /** The events that the rules allow. The last of them is sent once more to mark the end. */
  readonly allowedEvents: readonly number[]
}

/**
 * The indexes of the events that the listener receives. Returns none at once if the rules allow none, because there
 * would be no event to mark the end.
 */
export const receivedEvents = async (
  server: TestServer,
  { token, address, allowedEvents }: Listener,
): Promise<number[]> => {
  const last = liveEvents[allowedEvents.at(-1) ?? -1]
  if (!last) return []
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  const response = await server.call('GET', `/api/admin/v1/${client}/events`, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!response.ok || !reader) throw new Error(`events: ${response.status}`)
  const events = [...liveEvents.map((one, index) => eventOf(one, String(index))), eventOf(last, 'the end')]
  let received = await readUntil(reader, '', 'retry:')
  await server.api.platform.database.transaction(client, async (tx) => {
    for (const event of events) await tx.notify(event)
  })
  received = await readUntil(reader, received, '"reference":"the end"')
  await reader.cancel()
  return liveEvents.flatMap((_, index) => (received.includes(`"reference":"${index}"`) ? index : []))
}

const eventOf = (
  { kind, group, payload_type }: (typeof liveEvents)[number],
  reference: string,
): Omit<PortalEvent, 'time'> => ({ kind, reference, state: null, payload_type, group })

const readUntil = async (
  reader: ReadableStreamDefaultReader<string>,
  before: string,
  mark: string,
): Promise<string> => {
  let received = before
  while (!received.includes(mark)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the stream ended before ${mark}: ${received}`)
    received += value
  }
  return received
}
