import { calls, type Matter, maxMatterReasonCharacters, maxMatterTitleCharacters, putMatter } from '@holdfast/contract'
import { Button, Modal, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { callApi } from '../../shared/api/client.ts'
import { DateField } from '../../shared/forms/date-field.tsx'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { type FieldsOf, rulesOf } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { emptyMatter, isCompleteMatter, MatterInputs } from '../../shared/legal-holds/matter-inputs.tsx'
import { notice } from '../../shared/notices/notice.ts'
import { ReleaseMatter } from './release-matter.tsx'

const { properties } = putMatter.body

/** How many active holds a matter has. */
export const holdsOf = ({ holds }: Matter): number =>
  holds.portal_users + holds.device_users + holds.groups + holds.payloads

/** Opens a matter to change or close it. */
export const ChangeMatter = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  const { matter_reference, title } = matter
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={t('matters.change_which', { matter: title })}
        onClick={open}
      >
        {t('matters.change')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={matter_reference}
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <Stack align="stretch">
          <MatterForm matter={matter} />
          <ReleaseMatter matter={matter} count={holdsOf(matter)} />
        </Stack>
      </Modal>
    </>
  )
}

interface Values {
  title: string
  reason: string
  review_on: string
  is_closed: boolean
}

const valuesOf = ({ title, reason, review_on, is_closed }: Matter): Values => ({
  title,
  reason,
  review_on: review_on ?? '',
  is_closed,
})

const fieldsOf: FieldsOf<Values> = () => [
  {
    name: 'title',
    label: 'matters.title',
    isRequired: true,
    schema: properties.title,
    input: (props) => <TextInput {...props} maxLength={maxMatterTitleCharacters} />,
  },
  {
    name: 'reason',
    label: 'field.reason',
    isRequired: true,
    schema: properties.reason,
    input: (props) => <Textarea {...props} maxLength={maxMatterReasonCharacters} />,
  },
  {
    name: 'review_on',
    label: 'matters.review_on',
    hint: 'matters.review_hint',
    input: (props) => <DateField {...props} />,
  },
  {
    name: 'is_closed',
    label: 'matters.closed',
    hint: 'matters.closed_hint',
    input: (props) => <Switch {...props} />,
  },
]

const MatterForm = ({ matter }: { matter: Matter }) => {
  const { matter_reference } = matter
  const edit = useEdit({
    item: matter,
    call: calls.putMatter,
    changes: [calls.listMatters, calls.listLegalHolds],
    valuesOf: (saved: Matter | null) => valuesOf(saved ?? matter),
    validate: rulesOf(fieldsOf),
    inputOf: ({ review_on, ...values }, version) => ({
      params: { matter_reference },
      body: { version, ...values, review_on: review_on || null },
    }),
    readLatest: async (_, signal) => {
      const query = { filter: { matter_references: [matter_reference] } }
      const page = await callApi(calls.listMatters, { query, signal })
      const [latest] = 'items' in page ? page.items : []
      if (!latest) throw new Error(`${matter_reference} is gone`)
      return latest
    },
    onSaved: (saved) => saved,
  })
  return <RecordEditor edit={edit} fieldsOf={fieldsOf} isReadOnly={false} />
}

/** Opens a new matter. */
export const NewMatterButton = () => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={open}>
        {t('matters.new')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('matters.new')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <NewMatterForm onDone={close} />
      </Modal>
    </>
  )
}

const NewMatterForm = ({ onDone }: { onDone: () => void }) => {
  const t = useText()
  const [matter, setMatter] = useState(emptyMatter)
  const { save, isSaving, refusal } = useSave({
    call: calls.putMatter,
    changes: [calls.listMatters],
    onSaved: ({ title }) => {
      notice(text('matters.was_opened'), title)
      onDone()
    },
  })
  const { reference, title, reason, review_on } = matter
  const open = () =>
    save({
      params: { matter_reference: reference.trim() },
      body: {
        version: 0,
        title: title.trim(),
        reason: reason.trim(),
        review_on: review_on || null,
        is_closed: false,
      },
    })
  return (
    <DialogForm
      label={t('matters.open_it')}
      isComplete={isCompleteMatter(matter)}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={open}
      onCancel={onDone}
    >
      <MatterInputs matter={matter} onChange={setMatter} />
    </DialogForm>
  )
}
