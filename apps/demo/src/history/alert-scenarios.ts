import type { AlertCause } from '@holdfast/server'

/** An alert of the past. Times are hours before the account was opened. */
export interface ScenarioAlert {
  condition: AlertCause['condition']
  /** What the alert is about: a text, or the index of one of the devices that `from` finds. */
  of: string | number
  /** The devices with recordings in this state; absent: any that are in use. */
  from?: 'Failed' | 'Quarantined'
  values?: Readonly<Record<string, string>>
  hoursAgo: readonly number[]
  acknowledged?: { by: string; hoursAgo: number }
  /** `reason`: as the product stores it, or as a person wrote it. */
  cleared?: { by: string | null; hoursAgo: number; reason: string }
}

const ended = (hoursAgo: number) => ({ by: null, hoursAgo, reason: 'condition_ended' })
const expired = (hoursAgo: number) => ({ by: null, hoursAgo, reason: 'expired' })

/** The alerts of the past by account. Those of states that last are found by what is watched. */
export const alertScenarios: Readonly<Record<string, readonly ScenarioAlert[]>> = {
  admin: [
    {
      condition: 'job_failed',
      of: 'make_rendition',
      values: { job: 'make_rendition' },
      hoursAgo: [70, 62, 51],
      acknowledged: { by: 'nadia.osei', hoursAgo: 49 },
    },
    {
      condition: 'part_down',
      of: 'scanner',
      values: { part: 'scanner' },
      hoursAgo: [238.6, 238.4, 238.2],
      cleared: ended(237.9),
    },
  ],
  meridian: [
    {
      condition: 'payload_failed',
      of: 12,
      hoursAgo: [480, 476, 455],
      cleared: { by: 'helen.ward', hoursAgo: 430, reason: 'The handset has registered them again.' },
    },
    { condition: 'device_silent', of: 30, hoursAgo: [300], cleared: ended(221) },
    { condition: 'factory_reset', of: 41, hoursAgo: [700], cleared: expired(532) },
    {
      condition: 'payload_quarantined',
      of: 0,
      from: 'Quarantined',
      hoursAgo: [52, 47, 30],
      acknowledged: { by: 'helen.ward', hoursAgo: 26 },
    },
    {
      condition: 'payload_failed',
      of: 0,
      from: 'Failed',
      hoursAgo: [33],
      acknowledged: { by: 'tom.baker', hoursAgo: 29 },
    },
    {
      condition: 'command_failed',
      of: 55,
      values: { command: 'diagnostics_upload' },
      hoursAgo: [90, 18],
    },
    {
      condition: 'address_refused',
      of: 'priya.shah 203.0.113.40',
      values: { person: 'priya.shah', address: '203.0.113.40' },
      hoursAgo: [5, 4.9, 4.6],
    },
    { condition: 'support_used', of: 'admin/nadia.osei', values: { person: 'admin/nadia.osei' }, hoursAgo: [19] },
  ],
  aurora: [
    { condition: 'device_silent', of: 10, hoursAgo: [260], cleared: ended(190) },
    {
      condition: 'payload_failed',
      of: 0,
      from: 'Failed',
      hoursAgo: [40],
      acknowledged: { by: 'carla.menezes', hoursAgo: 22 },
    },
    { condition: 'command_failed', of: 15, values: { command: 'sync_data' }, hoursAgo: [60] },
  ],
}
