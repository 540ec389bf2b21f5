import { calls, limits, maxTransferReasonCharacters, type TransferItem, type TransferOutcome } from '@holdfast/contract'
import { Text, Textarea } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { callApi, readApi } from '../../shared/api/client.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { isChangedBy } from '../../shared/forms/changed-queries.ts'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useText } from '../../shared/i18n/text.ts'
import type { SendBatch } from '../../shared/list/selection/batch-run.ts'
import type { ActionDialogProps, SelectionAction } from '../../shared/list/selection/selection-action.ts'

/** Only these can be sent once more; the others were not tried yet, or are left out. */
const resent: readonly TransferOutcome[] = ['sent', 'confirmed', 'differs', 'failed']

/** The transfer refuses to have anything sent again while it runs, so all go with one call. */
const most = limits.maxReferencesInBatch

/** Sends those that arrived or failed; the server would refuse all of them because of another one. */
const sendOnceMore =
  (transfer_id: string, reason: string): SendBatch =>
  async (references) => {
    const params = { transfer_id }
    const settled = await settledAmong(transfer_id, references)
    if (settled.size > 0) {
      const body = { operation: 'resend' as const, payload_references: [...settled], reason }
      await callApi(calls.runTransfer, { params, body, isQuiet: true })
      const changes = [calls.getTransfer, calls.listTransfers]
      void queryClient.invalidateQueries({ predicate: isChangedBy(calls.runTransfer, changes) })
    }
    return references.map((payload_reference) =>
      settled.has(payload_reference)
        ? { payload_reference, result: 'resent' }
        : { payload_reference, result: 'refused', code: 'transfer.not_of_transfer' },
    )
  }

const settledAmong = async (transfer_id: string, references: readonly string[]): Promise<ReadonlySet<string>> => {
  const filter = { payload_references: [...references], outcomes: [...resent] }
  const page = await readApi(calls.listTransferItems, { params: { transfer_id }, query: { filter, limit: most } })
  return new Set('items' in page ? page.items.map(({ payload_reference }) => payload_reference) : [])
}

const Resend = ({ references, onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const { transfer_id = '' } = useParams({ strict: false })
  const [reason, setReason] = useState('')
  const written = reason.trim()
  const isTooMany = references.length > most
  return (
    <DialogForm
      label={t('transfers.resend')}
      isComplete={written !== '' && !isTooMany}
      onSubmit={() => onStart(sendOnceMore(transfer_id, written))}
      onCancel={onClose}
    >
      <Text size="sm">{t(isTooMany ? 'transfers.resend_too_many' : 'transfers.resend_body', { most })}</Text>
      <Textarea
        label={t('transfers.resend_reason')}
        description={t('transfers.resend_reason_hint')}
        withAsterisk
        maxLength={maxTransferReasonCharacters}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

/** Has recordings sent once more: those that arrived under new names. */
export const resendActions: readonly SelectionAction[] = [
  {
    id: 'resend',
    action: 'transfers:run',
    icon: IconSend,
    label: 'transfers.resend',
    title: 'transfers.resend_title',
    done: 'transfers.item_resent',
    appliesTo: ({ outcome }: TransferItem) => resent.includes(outcome),
    refusalOf: ({ outcome }: TransferItem) => (resent.includes(outcome) ? null : 'transfer.not_of_transfer'),
    lasting: ['transfer.not_of_transfer'],
    isFinal: true,
    Dialog: Resend,
  },
]
