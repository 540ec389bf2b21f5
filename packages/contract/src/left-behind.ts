import { type Static, Type } from 'typebox'
import { nullable } from './nullable.ts'
import { Timestamp } from './times.ts'

export const leftBehindKinds = ['account_defaults', 'app', 'comment', 'device_block', 'group', 'role', 'tag'] as const
export const LeftBehindKind = Type.Enum(leftBehindKinds)
export type LeftBehindKind = Static<typeof LeftBehindKind>

/** The most items in one response; `total` counts all. */
export const maxLeftBehind = 1000

export const LeftBehindItem = Type.Object(
  {
    kind: LeftBehindKind,
    reference: nullable(
      Type.String({
        description: 'E.g. the role_reference; of a block that of the device; null for the account defaults',
      }),
    ),
    payload_reference: Type.Optional(
      Type.String({ description: 'Of a comment, the recording that it is about; absent for everything else' }),
    ),
    is_new: Type.Boolean({ description: 'The visit created it; otherwise it changed it' }),
    changed_at: Timestamp,
    changed_since: nullable(
      Type.Object(
        { updated_by: Type.String(), updated_at: Timestamp },
        { description: 'Who changed it last, when that was not the visitor' },
      ),
    ),
  },
  { title: 'LeftBehindItem', description: 'Something that a visit created or changed, and that is still there.' },
)
export type LeftBehindItem = Static<typeof LeftBehindItem>

export const LeftBehind = Type.Object(
  {
    items: Type.Array(LeftBehindItem, { maxItems: maxLeftBehind }),
    total: Type.Integer({ minimum: 0 }),
  },
  { title: 'LeftBehind', description: 'What a visit left behind in the account.' },
)
export type LeftBehind = Static<typeof LeftBehind>
