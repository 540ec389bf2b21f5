/** What the lists of positions and of log lines have in common: devices reported both. */
import { Type } from 'typebox'
import { accountFields } from './entity-fields.ts'
import { DeviceReference, DeviceUserReference, GroupReference } from './fields.ts'
import { closed, nullable } from './nullable.ts'
import { anyOf } from './reference-lists.ts'
import { DateParameter, Timestamp } from './times.ts'

/** Texts of handsets can be as long as a request. Lists have their beginning. */
export const maxListedReportCharacters = 255

/** Who reported, and when it arrived. */
export const reportFields = {
  ...accountFields,
  device_reference: DeviceReference,
  device_user_reference: nullable({
    ...DeviceUserReference,
    description: 'Who held the device at that time',
  }),
  group: { ...GroupReference, description: 'Their group at that time' },
  received_at: Timestamp,
}

export const periodFilter = {
  date_from: Type.Optional(DateParameter),
  date_to: Type.Optional(DateParameter),
}

export const groupFilter = { groups: anyOf(GroupReference) }
export const deviceFilter = { device_references: anyOf(DeviceReference) }
export const holderFilter = { device_user_references: anyOf(DeviceUserReference) }

export const HolderParams = Type.Object({ device_user_reference: DeviceUserReference }, closed)
