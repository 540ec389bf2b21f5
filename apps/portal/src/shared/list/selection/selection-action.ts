import type { Action, ErrorCode } from '@holdfast/contract'
import type { IconLock } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { MessageId } from '../../i18n/text.ts'
import type { SendBatch } from './batch-run.ts'

export interface ActionDialogProps {
  /** The keys of the selected rows, in the order in which they were selected. */
  references: readonly string[]
  /** What those that the list has read are called, by key. */
  names: ReadonlyMap<string, ReactNode>
  /** Begins the run and closes the dialog. */
  onStart: (send: SendBatch) => void
  onClose: () => void
}

/** What can be done with the selected rows of a list. The list's feature declares it (docs/decisions/0042). */
export interface SelectionAction {
  id: string
  /** Offered to people whose roles have it for any group; to everybody if it is absent. The server decides for each row. */
  action?: Action
  icon: typeof IconLock
  label: MessageId
  /** Whether the action can change a row. It is offered unless it can change none of the selected rows that were read. */
  appliesTo?: (row: never) => boolean
  /** The title of the dialog, with `{count}`. */
  title: MessageId
  /** What became of a recording with which it was done; absent for actions that are no run. */
  done?: MessageId
  /** The code with which the server will refuse a row, as far as the row tells; `null` if nothing speaks against it. */
  refusalOf?: (row: never) => ErrorCode | null
  /** Codes of refusals that trying again would not change. */
  lasting?: readonly ErrorCode[]
  /** With which nothing more can be done: the rows are not selected any more afterwards. */
  isFinal?: boolean
  /** Asks what the action needs to know. */
  Dialog: ComponentType<ActionDialogProps>
}
