import {
  IconBriefcase,
  IconDownload,
  IconEyeCheck,
  IconFileExport,
  IconListCheck,
  IconLock,
  IconMessage,
  IconReceipt,
  IconShieldSearch,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react'
import type { SelectionAction } from '../../../shared/list/selection/selection-action.ts'
import { CommentOnSeveral } from '../comments/comment-on-several.tsx'
import { DeleteRecordings } from '../deletion/delete-recordings.tsx'
import { RestoreRecordings } from '../deletion/restore-recordings.tsx'
import type { ListName } from '../kinds.ts'
import { RescanRecordings } from '../rescan/rescan-recordings.tsx'
import { AssignSeveral } from '../reviews/assign-several.tsx'
import { MarkSeveral } from '../reviews/mark-several.tsx'
import { ConfirmReceipts } from './confirm-receipts.tsx'
import { DownloadSeveral } from './download-several.tsx'
import { refusalOfDeletion, refusalOfReceipt, refusalOfRescan, refusalOfRestoring } from './expected-refusal.ts'
import { ExportSelected } from './export-selected.tsx'
import { HoldRecordings } from './hold-recordings.tsx'
import { PutIntoMatter } from './put-into-matter.tsx'

/** In the order of the buttons. */
const selectionActions: readonly SelectionAction[] = [
  {
    id: 'review',
    action: 'reviews:write',
    icon: IconEyeCheck,
    label: 'reviews.mark',
    title: 'reviews.mark_of',
    done: 'reviews.done',
    lasting: ['review.not_processed'],
    Dialog: MarkSeveral,
  },
  {
    id: 'assign',
    action: 'reviews:manage',
    icon: IconListCheck,
    label: 'reviews.assign',
    title: 'reviews.assign_of',
    done: 'reviews.item_assigned',
    lasting: ['review.not_processed'],
    Dialog: AssignSeveral,
  },
  {
    id: 'download',
    action: 'payloads:download',
    icon: IconDownload,
    label: 'payload.download',
    title: 'download.title',
    Dialog: DownloadSeveral,
  },
  {
    id: 'export',
    action: 'payloads:read',
    icon: IconFileExport,
    label: 'export.open',
    title: 'export.title_of',
    Dialog: ExportSelected,
  },
  {
    id: 'receipt',
    action: 'receipts:write',
    icon: IconReceipt,
    label: 'receipts.confirm',
    title: 'receipts.title_of',
    done: 'receipts.item_confirmed',
    refusalOf: refusalOfReceipt,
    lasting: ['receipt.personal', 'receipt.no_content'],
    Dialog: ConfirmReceipts,
  },
  {
    id: 'comment',
    action: 'comments:write',
    icon: IconMessage,
    label: 'comment.send',
    title: 'comment.on_several',
    done: 'comment.item_written',
    Dialog: CommentOnSeveral,
  },
  {
    id: 'matter',
    action: 'matters:write',
    icon: IconBriefcase,
    label: 'matters.put_in',
    title: 'matters.put_in_of',
    done: 'matters.item_added',
    lasting: ['payload.not_found'],
    Dialog: PutIntoMatter,
  },
  {
    id: 'hold',
    action: 'legal_holds:place',
    icon: IconLock,
    label: 'holds.place',
    title: 'holds.place_on',
    done: 'holds.item_placed',
    lasting: ['payload.not_found'],
    Dialog: HoldRecordings,
  },
  {
    id: 'delete',
    action: 'payloads:delete',
    icon: IconTrash,
    label: 'deletion.delete',
    title: 'deletion.title_of',
    done: 'deletion.item_deleted',
    refusalOf: refusalOfDeletion,
    lasting: ['payload.not_deletable', 'payload.on_hold'],
    Dialog: DeleteRecordings,
  },
  {
    id: 'restore',
    action: 'payloads:restore',
    icon: IconTrashOff,
    label: 'deletion.restore',
    title: 'deletion.restore_title_of',
    done: 'event.payload_restored',
    refusalOf: refusalOfRestoring,
    lasting: ['payload.not_deleted'],
    Dialog: RestoreRecordings,
  },
  {
    id: 'rescan',
    action: 'payloads:update',
    icon: IconShieldSearch,
    label: 'rescan.again',
    title: 'rescan.title_of',
    done: 'rescan.item_asked',
    refusalOf: refusalOfRescan,
    lasting: ['payload.not_quarantined'],
    Dialog: RescanRecordings,
  },
]

const ofDiagnostics = selectionActions.filter(({ id }) => id !== 'comment')

/** What can be done with selected recordings. Diagnostics have no screen that would show comments. */
export const selectionActionsOf = (name: ListName): readonly SelectionAction[] =>
  name === 'diagnostics' ? ofDiagnostics : selectionActions
