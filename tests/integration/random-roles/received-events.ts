import type { PortalEvent } from '@holdfast/contract'
import type { TestServer } from '../../setup/server.ts'
import { soundings } from './expected-answers.ts'
import { client } from './fixtures.ts'

interface Listener {
  readonly token: string
  readonly address: string
  /** The events that the rules allow. The last of them is sent once more to mark the end. */
  readonly audible: readonly number[]
}

/**
 * The indexes of the events that the listener receives. Returns none at once if the rules allow none, because there
 * would be no event to mark the end.
 */
export const receivedEvents = async (server: TestServer, { token, address, audible }: Listener): Promise<number[]> => {
  const last = soundings[audible.at(-1) ?? -1]
  if (!last) return []
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
  const response = await server.call('GET', `/api/admin/v1/${client}/events`, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!response.ok || !reader) throw new Error(`events: ${response.status}`)
  const events = [...soundings.map((one, index) => eventOf(one, String(index))), eventOf(last, 'the end')]
  let told = await readUntil(reader, '', 'retry:')
  await server.api.platform.database.transaction(client, async (tx) => {
    for (const event of events) await tx.notify(event)
  })
  told = await readUntil(reader, told, '"reference":"the end"')
  await reader.cancel()
  return soundings.flatMap((_, index) => (told.includes(`"reference":"${index}"`) ? index : []))
}

const eventOf = (
  { kind, group, payload_type }: (typeof soundings)[number],
  reference: string,
): Omit<PortalEvent, 'time'> => ({ kind, reference, state: null, payload_type, group })

const readUntil = async (
  reader: ReadableStreamDefaultReader<string>,
  before: string,
  mark: string,
): Promise<string> => {
  let told = before
  while (!told.includes(mark)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the stream ended before ${mark}: ${told}`)
    told += value
  }
  return told
}
