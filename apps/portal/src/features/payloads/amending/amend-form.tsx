import {
  calls,
  maxAmendedNameCharacters,
  maxAmendedNotesCharacters,
  maxPersonalReasonCharacters,
  type PayloadDetail,
} from '@holdfast/contract'
import { Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { readApi } from '../../../shared/api/client.ts'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { EditConflict, type FieldTexts } from '../../../shared/forms/edit-conflict.tsx'
import { useEdit } from '../../../shared/forms/use-edit.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { useReloadAudit } from '../payload-queries.ts'
import { payloadQuery } from '../payload-query.ts'
import {
  type AmendedItem,
  type AmendedValues,
  amendableParties,
  amendmentsOf,
  itemOf,
  valuesOf,
} from './amended-values.ts'

interface AmendFormProps {
  payload: PayloadDetail
  onDone: () => void
}

/** Corrects details of a recording. Others may do so at the same time. */
export const AmendForm = ({ payload, onDone }: AmendFormProps) => {
  const t = useText()
  const { edit, parties } = useAmending({ payload, onDone })
  const { form, theirs, goOnFrom, isSaving, refusal } = edit
  const { amendments, is_personal_number } = payload
  const mayMark = !is_personal_number || amendments?.personal
  return (
    <DialogForm
      label={t('form.save')}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={form.onSubmit(() => edit.save())}
      onCancel={onDone}
      conflict={
        theirs && (
          <EditConflict
            theirs={textsOf(valuesOf(theirs.payload))}
            mine={textsOf(form.values)}
            changedBy={theirs.updated_by}
            onTakeTheirs={() => goOnFrom(valuesOf(theirs.payload))}
            onKeepMine={(element) => {
              goOnFrom(form.values)
              element?.requestSubmit()
            }}
          />
        )
      }
    >
      <Text size="sm">{t('amend.body')}</Text>
      {payload.payload_type === 'Interview' && (
        <Textarea
          label={t('payload.notes')}
          minRows={3}
          maxRows={12}
          maxLength={maxAmendedNotesCharacters}
          data-autofocus
          {...form.getInputProps('notes')}
        />
      )}
      {parties.map(({ number, name }, place) => (
        <TextInput
          key={number}
          label={number ?? t('payload.unknown_number')}
          placeholder={name ?? t('amend.no_name')}
          maxLength={maxAmendedNameCharacters}
          autoComplete="off"
          {...(place === 0 && { 'data-autofocus': true })}
          {...form.getInputProps(`names.${place}`)}
        />
      ))}
      {mayMark ? (
        <Checkbox
          label={t('amend.personal')}
          description={t('amend.personal_hint')}
          {...form.getInputProps('isPersonal', { type: 'checkbox' })}
        />
      ) : (
        <Text size="sm">{t('amend.personal_number')}</Text>
      )}
      {form.values.isPersonal !== form.values.wasPersonal && (
        <Textarea
          label={t('deletion.reason')}
          description={t('deletion.reason_hint')}
          withAsterisk
          maxLength={maxPersonalReasonCharacters}
          {...form.getInputProps('reason')}
        />
      )}
    </DialogForm>
  )
}

const useAmending = ({ payload, onDone }: AmendFormProps) => {
  const queryClient = useQueryClient()
  const { payload_reference } = payload
  const reloadAudit = useReloadAudit(payload_reference)
  const edit = useEdit<AmendedValues, AmendedItem, typeof calls.putPayload>({
    item: itemOf(payload),
    call: calls.putPayload,
    changes: [],
    valuesOf: (item) => valuesOf(item?.payload ?? payload),
    validate: {
      reason: (reason, { isPersonal, wasPersonal }) =>
        isPersonal !== wasPersonal && !/[^\s\p{Cf}]/u.test(reason) ? text('amend.reason_missing') : null,
    },
    inputOf: (values, version) => ({
      params: { payload_reference },
      body: { version, ...amendmentsOf(payload, values) },
    }),
    readLatest: async (_values, signal) =>
      itemOf(await readApi(calls.getPayload, { params: { payload_reference }, signal })),
    onSaved: (saved) => {
      queryClient.setQueryData(payloadQuery(payload_reference).queryKey, saved)
      reloadAudit()
      onDone()
      return itemOf(saved)
    },
  })
  return { edit, parties: amendableParties(payload) }
}

const textsOf = ({ notes, names, isPersonal }: AmendedValues): FieldTexts => ({
  'payload.notes': notes,
  'amend.names': names.filter(Boolean).join('; '),
  'amend.personal': text(isPersonal ? 'list.yes' : 'list.no'),
})
