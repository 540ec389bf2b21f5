import { type Static, Type } from 'typebox'
import { ClientIdentifier, Ulid } from './fields.ts'
import { nullable } from './nullable.ts'
import { UserProfile } from './profile.ts'
import { Timestamp } from './times.ts'

/** The session that a browser stores. Without id_token nobody is signed in (product.md section 4). */
export const SessionState = Type.Object(
  {
    client: nullable(ClientIdentifier),
    refresh_token: nullable(Type.String()),
    id_token: nullable(Type.String()),
    expires_at: nullable(Timestamp),
    user: nullable(UserProfile),
    support_reference: nullable(Ulid),
  },
  { title: 'SessionState', description: 'What a browser remembers of a session.' },
)
export type SessionState = Static<typeof SessionState>

export const colourModes = ['system', 'light', 'dark'] as const
export const ColourMode = Type.Enum(colourModes)
export type ColourMode = Static<typeof ColourMode>
