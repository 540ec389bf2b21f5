import { calls, type ErrorCode, maxCarrierReasonCharacters } from '@holdfast/contract'
import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { readApi } from '../../shared/api/client.ts'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { type MessageId, text, useText } from '../../shared/i18n/text.ts'
import type { ActionDialogProps } from '../../shared/list/selection/selection-action.ts'
import { notice } from '../../shared/notices/notice.ts'

interface ReasonInputProps {
  value: string
  label: MessageId
  onChange: (reason: string) => void
}

/** Why something is signed off or undone. */
export const ReasonInput = ({ value, label, onChange }: ReasonInputProps) => {
  const t = useText()
  return (
    <Textarea
      label={t(label)}
      description={t('carrier.reason_hint')}
      withAsterisk
      maxLength={maxCarrierReasonCharacters}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-autofocus
    />
  )
}

/** Signs off one record, with a reason. */
export const SignOffForm = ({ reference, onDone }: { reference: string; onDone: () => void }) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const { save, isSaving, refusal } = useSave({
    call: calls.signOffCarrierRecords,
    changes: [calls.listCarrierRecords, calls.getCarrierRecord, calls.getCarrierMonths],
    onSaved: ({ items }) => {
      const [item] = items
      if (item?.result === 'refused') notice(text(`refusal.${item.code ?? ''}` as MessageId), '')
      else notice(text('carrier.signed_off_notice'), '')
      onDone()
    },
  })
  return (
    <DialogForm
      label={t('carrier.sign_off')}
      isComplete={reason.trim() !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={() => save({ body: { record_references: [reference], reason: reason.trim() } })}
      onCancel={onDone}
    >
      <ReasonInput value={reason} label="carrier.reason" onChange={setReason} />
    </DialogForm>
  )
}

/** Signs off the selected records, with the same reason. */
export const SignOffSeveral = ({ onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const submit = () =>
    onStart(async (references) => {
      const body = { record_references: [...references], reason: reason.trim() }
      const { items } = await readApi(calls.signOffCarrierRecords, { body })
      return items.map(({ record_reference, result, code, message }) => ({
        key: record_reference,
        result,
        code: code ?? undefined,
        message: message ?? undefined,
      }))
    })
  return (
    <DialogForm label={t('carrier.sign_off')} isComplete={reason.trim() !== ''} onSubmit={submit} onCancel={onClose}>
      <Text size="sm">{t('carrier.sign_off_several')}</Text>
      <ReasonInput value={reason} label="carrier.reason" onChange={setReason} />
    </DialogForm>
  )
}

/** Signing off again would not change these refusals. */
export const lastingRefusals: readonly ErrorCode[] = ['carrier_record.no_exception']
