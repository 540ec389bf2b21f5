import type { PersonalNumberRecord } from '@holdfast/contract'
import {
  authorField,
  type Field,
  flagField,
  groupField,
  momentField,
  personField,
  textField,
} from '../../../shared/list/fields.tsx'

/** What is known of a personal number besides the number. */
export const personalNumberFields: readonly Field<PersonalNumberRecord>[] = [
  personField(),
  groupField(),
  textField('reason', 'field.reason'),
  momentField('created_at', 'field.added_at'),
  authorField('created_by', 'field.added_by'),
  momentField('deleted_at', 'field.removed_at', { priority: 3, isOptional: true }),
  authorField('deleted_by', 'field.removed_by'),
  textField('deleted_reason', 'numbers.removed_reason', { priority: 3, isOptional: true }),
  flagField('is_active', { title: 'field.status', yes: 'numbers.active', no: 'numbers.inactive', tone: 'good' }),
]
