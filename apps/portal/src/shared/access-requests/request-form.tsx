import { calls } from '@holdfast/contract'
import { Select, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../forms/dialog-form.tsx'
import { useSave } from '../forms/use-save.ts'
import { text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { hoursInWords, hoursOffered } from './lasting-words.ts'
import { objectInWords, type Wanted } from './wanted.ts'

interface RequestFormProps {
  wanted: Wanted
  onDone: () => void
}

/** The form of a request: what it is for is known, the person says why and for how long. */
export const RequestForm = ({ wanted, onDone }: RequestFormProps) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [hours, setHours] = useState<number>(hoursOffered[1])
  const sending = useSave({
    call: calls.requestAccess,
    changes: [calls.listAccessRequests],
    onSaved: ({ action }) => {
      notice(text('access_requests.sent'), text(`action.${action}`))
      onDone()
    },
  })
  const send = () => {
    const why = reason.trim()
    setMissing(why === '')
    if (why === '') return
    const { action, payload, group, payload_type } = wanted
    sending.save({
      body: {
        action,
        ...(payload && { payload_reference: payload.payload_reference }),
        ...(group !== undefined && { group }),
        ...(payload_type && { payload_type }),
        reason: why,
        hours,
      },
    })
  }
  const object = objectInWords(wanted, t)
  return (
    <DialogForm
      label={t('access_requests.send')}
      isSaving={sending.isSaving}
      refusal={sending.refusal}
      onSubmit={send}
      onCancel={onDone}
    >
      <div>
        <Text size="sm" c="dimmed">
          {t('access_requests.wanted')}
        </Text>
        <Text fw={570}>{t(`action.${wanted.action}`)}</Text>
        {object !== null && <Text size="sm">{object}</Text>}
      </div>
      <Textarea
        label={t('access_requests.why')}
        maxLength={1000}
        withAsterisk
        value={reason}
        error={isMissing && t('access_requests.why_missing')}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setMissing(false)
        }}
        data-autofocus
      />
      <Select
        label={t('access_requests.how_long')}
        data={hoursOffered.map((value) => ({ value: String(value), label: hoursInWords(value, t) }))}
        allowDeselect={false}
        value={String(hours)}
        onChange={(value) => setHours(Number(value))}
      />
      <Text size="sm" c="dimmed">
        {t('access_requests.ask_hint')}
      </Text>
    </DialogForm>
  )
}
