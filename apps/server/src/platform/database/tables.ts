import type { Insertable, Selectable } from 'kysely'
import type { Tables } from './generated-tables.ts'

export type { Tables } from './generated-tables.ts'
export type PayloadRow = Selectable<Tables['payloads']>
export type NewPayloadRow = Insertable<Tables['payloads']>
export type DeviceRow = Selectable<Tables['devices']>
export type UserActivityRow = Insertable<Tables['user_activities']>
export type DeviceActivityRow = Insertable<Tables['device_activities']>
export type CustodyEventRow = Insertable<Tables['custody_events']>
