import { IconReceipt } from '@tabler/icons-react'
import type { SelectionAction } from '../../shared/list/selection/selection-action.ts'
import { ConfirmReceipts } from './confirm-receipts.tsx'

/** What can be done with selected recordings, in the order of the buttons. */
export const selectionActions: readonly SelectionAction[] = [
  {
    id: 'receipt',
    action: 'receipts:write',
    icon: IconReceipt,
    label: 'receipts.confirm',
    title: 'receipts.title_of',
    done: 'receipts.item_confirmed',
    Dialog: ConfirmReceipts,
  },
]
