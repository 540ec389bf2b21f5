import { Type } from 'typebox'
import { ClientIdentifier } from './fields.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'

/** Who did something, as records name them. The reference of a device can be a single character. */
export const Author = Type.String({
  minLength: 1,
  description:
    "A portal user; `admin/` and the reference of one of the provider's staff; `app/` and that of a client app; " +
    'a device, of what it sent; `system` for the product itself and `operator` for its command line.',
})

/** Every entity names its account (product.md section 3). */
export const accountFields = { client: ClientIdentifier }

/** An entity that changes also has the time and the author of its last change. */
export const changeFields = { ...accountFields, updated_at: Timestamp, updated_by: nullable(Author) }

/** The same for settings that may never have been set: `updated_at` is `null` until then. */
export const settingFields = { ...changeFields, updated_at: nullable(Timestamp) }
