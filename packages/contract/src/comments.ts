import { type Static, Type } from 'typebox'
import { changeable } from './entity-fields.ts'
import { PayloadReference, text, Ulid, UserReference } from './fields.ts'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'

export const PayloadComment = Type.Object(
  {
    ...changeable,
    payload_reference: PayloadReference,
    comment_id: Ulid,
    comment_version: Type.Integer({ minimum: 1 }),
    comment_body: text(10_000, 1),
    raised_at: Timestamp,
    raised_by: UserReference,
    is_closed: Type.Boolean({ description: 'Closed means deleted' }),
    closed_by: nullable(UserReference),
    closed_at: nullable(Timestamp),
    comment_duration: nullable(
      Type.Number({ minimum: 0, description: 'Seconds into the recording that the comment is about' }),
    ),
  },
  { title: 'PayloadComment', description: 'What someone said about a recording.' },
)
export type PayloadComment = Static<typeof PayloadComment>
