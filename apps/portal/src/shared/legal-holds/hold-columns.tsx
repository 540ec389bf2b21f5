import type { LegalHold } from '@holdfast/contract'
import { Group } from '@mantine/core'
import { authorField, type Field, momentField } from '../list/fields.tsx'
import { HoldState } from './hold-state.tsx'
import { ReleaseHold } from './release-hold.tsx'

/** When a hold was placed, and by whom. */
export const placedFields: readonly Field<LegalHold>[] = [
  momentField('created_at', 'holds.since', { width: 'minmax(9rem, 0.8fr)' }),
  authorField('created_by', 'holds.placed_by', { isOptional: false }),
]

/** The state of a hold, and its release. */
export const holdStateField: Field<LegalHold> = {
  id: 'is_active',
  title: 'field.status',
  width: 'minmax(14rem, 1.2fr)',
  priority: 1,
  isTwoLines: true,
  cell: (hold) => (
    <Group gap={4} justify="space-between">
      <HoldState hold={hold} />
      <ReleaseHold hold={hold} />
    </Group>
  ),
}
