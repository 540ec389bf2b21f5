import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { accountFields } from './entity-fields.ts'
import { DeviceReference, DeviceUserReference, GroupReference, PhoneNumber, text } from './fields.ts'
import { nullable } from './nullable.ts'
import { listOf, listQuery } from './pages.ts'
import { anyOf } from './reference-lists.ts'
import { Timestamp } from './times.ts'

export const PhoneNumberPeriod = Type.Object(
  {
    ...accountFields,
    phone_number: PhoneNumber,
    device_reference: DeviceReference,
    device_user_reference: nullable(DeviceUserReference),
    group: GroupReference,
    slot_index: nullable(Type.Integer({ minimum: 0 })),
    first_verified: Timestamp,
    last_verified: Timestamp,
  },
  {
    title: 'PhoneNumberPeriod',
    description:
      'From when to when a phone number was verified on a device, in one slot and for one holder in one group.',
  },
)
export type PhoneNumberPeriod = Static<typeof PhoneNumberPeriod>

export const listPhoneNumbers = call({
  catalogue: 'admin-client',
  method: 'GET',
  path: '/phone_numbers',
  summary: 'Lists who had which phone number on which device, and from when to when, the latest beginning first.',
  action: 'devices:read',
  query: listQuery({
    groups: anyOf(GroupReference),
    phone_numbers: anyOf(PhoneNumber),
    device_references: anyOf(DeviceReference),
    device_user_references: anyOf(DeviceUserReference),
    number: Type.Optional(text(255, 1)),
  }),
  response: listOf(PhoneNumberPeriod),
  errors: ['list.bad_last_key'],
  beyondSpecification: true,
})

export const phoneNumberCalls = { listPhoneNumbers }
