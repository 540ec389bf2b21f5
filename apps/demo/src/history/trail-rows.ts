import type { DeviceActivityRow, UserActivityRow } from '@holdfast/server'
import type { DemoPerson } from '../demo-customers.ts'
import type { PlannedHandset } from './plan-handsets.ts'
import type { PlannedPayload } from './planned-payload.ts'
import { addressOf, type Playback, playbackEvent, trailDays } from './playbacks.ts'
import { SeededRandom } from './seeded-random.ts'
import { dayMs } from './time-spans.ts'

/** A call on the trail. `at` is when it arrived, in milliseconds since 1970. */
export interface TrailCall
  extends Pick<UserActivityRow, 'action' | 'call' | 'status_code'>,
    Partial<Pick<UserActivityRow, 'group' | 'denial_reason'>> {
  at: number
  parameters?: Record<string, unknown>
  events?: readonly { event: string; details: Record<string, unknown> }[]
}

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
] as const

const callRow = (client: string, call: TrailCall, random: SeededRandom) => {
  const { at, action, group = null, denial_reason = null, status_code, parameters = {}, events = [] } = call
  const duration = random.between(4, 90)
  return {
    client,
    log_id: random.id(at + duration),
    activity_time: new Date(at),
    activity_end_time: new Date(at + duration),
    duration,
    group,
    action,
    call: call.call,
    is_allowed: denial_reason === null,
    denial_reason,
    parameters: JSON.stringify(parameters),
    events: JSON.stringify(events),
    status_code,
    request_id: random.id(at),
  }
}

/** The activity of a portal user. */
export const userRow = (client: string, person: DemoPerson, call: TrailCall, seed: string): UserActivityRow => ({
  ...callRow(client, call, new SeededRandom(`call ${seed}`)),
  user_id: person.user_reference,
  roles: person.roles,
  user_ip: addressOf(person),
  browser: browsers[person.user_reference.length % browsers.length] ?? null,
  is_client_app: false,
  support_reference: null,
})

/** The calls of a playback: the request for the content, and the transfer of its bytes. */
export const playbackTrail = (client: string, { payload, reviewer, at }: Playback): UserActivityRow[] => {
  const { payload_reference, handset } = payload
  const { group } = handset.person
  const details = { payload_reference, data_action: 'play', status: 'Ok' }
  const requested: TrailCall = {
    at,
    action: 'payloads:read',
    call: 'GET /payloads/{payload_reference}/data',
    group,
    status_code: 200,
    parameters: { payload_reference, action: 'play' },
    events: [{ event: 'payload.data_requested', details }],
  }
  const played: TrailCall = {
    at: at + 120,
    action: 'public',
    call: 'GET /media/{ticket}',
    group,
    status_code: 206,
    events: [{ event: playbackEvent(payload), details: { payload_reference } }],
  }
  return [requested, played].map((call) => userRow(client, reviewer, call, `${payload_reference} ${call.call}`))
}

/** The calls that registered and uploaded a recording, if they are within the last `trailDays`. */
export const deviceTrail = (client: string, payload: PlannedPayload, anchor: number): DeviceActivityRow[] => {
  const { payload_reference, registered_at, uploaded_at, handset } = payload
  if (registered_at < anchor - trailDays * dayMs) return []
  const registered: TrailCall = {
    at: registered_at,
    action: 'device',
    call: 'POST /payloads',
    status_code: 200,
    events: [{ event: 'payload.registered', details: { payload_references: [payload_reference] } }],
  }
  const uploaded: TrailCall = {
    at: uploaded_at ?? 0,
    action: 'device',
    call: 'PATCH /payloads/{payload_reference}/content',
    status_code: 204,
    parameters: { payload_reference },
    events: [{ event: 'payload.part_received', details: { payload_reference } }],
  }
  return [registered, ...(uploaded_at === null ? [] : [uploaded])].map((call) =>
    deviceRow(client, handset, call, `${payload_reference} ${call.call}`),
  )
}

/** The activity of a handset. */
export const deviceRow = (
  client: string,
  handset: PlannedHandset,
  call: TrailCall,
  seed: string,
): DeviceActivityRow => ({
  ...callRow(client, { ...call, group: handset.person.group }, new SeededRandom(`device call ${seed}`)),
  device_ip: handset.address,
  device_reference: handset.device_reference,
  device_user_reference: handset.person.device_user_reference,
})
