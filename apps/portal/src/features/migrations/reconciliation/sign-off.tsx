import { calls, type LegacyMigration } from '@holdfast/contract'
import { Button, Modal, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { DialogForm } from '../../../shared/forms/dialog-form.tsx'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { notice } from '../../../shared/notices/notice.ts'

const mostCharacters = 1000
const changes = [calls.listMigrations]

/** Accepts the result, with a note. Two different people do so. */
export const SignOff = ({ migration }: { migration: LegacyMigration }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!migration.may.includes('sign_off')) return null
  return (
    <>
      <Button size="xs" aria-haspopup="dialog" onClick={open}>
        {t('migrations.sign_off')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('migrations.sign_off')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <SignOffForm migration={migration} onDone={close} />
      </Modal>
    </>
  )
}

const SignOffForm = ({ migration, onDone }: { migration: LegacyMigration; onDone: () => void }) => {
  const t = useText()
  const [note, setNote] = useState('')
  const { migration_id, reconciliation } = migration
  const { save, isSaving, refusal } = useSave({
    call: calls.changeMigration,
    changes,
    onSaved: () => {
      notice(text('migrations.signed'))
      onDone()
    },
  })
  const open = (reconciliation?.differences ?? 0) + (reconciliation?.sample_failures ?? 0)
  return (
    <DialogForm
      label={t('migrations.sign_off')}
      isComplete={note.trim() !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={() => save({ params: { migration_id }, body: { operation: 'sign_off', note: note.trim() } })}
      onCancel={onDone}
    >
      <Text size="sm">{t(open > 0 ? 'migrations.sign_off_differences' : 'migrations.sign_off_body')}</Text>
      <Textarea
        label={t('migrations.note')}
        description={t('migrations.note_hint')}
        withAsterisk
        autosize
        minRows={3}
        maxLength={mostCharacters}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
        data-autofocus
      />
    </DialogForm>
  )
}

/** Compares once more, such as after a further export was loaded. */
export const Reconcile = ({ migration: { migration_id, may, reconciliation } }: { migration: LegacyMigration }) => {
  const t = useText()
  const { save, isSaving, refusal } = useSave({
    call: calls.changeMigration,
    changes,
    onSaved: () => notice(text('migrations.reconciling_begun')),
  })
  if (!may.includes('reconcile')) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        loading={isSaving}
        onClick={() => save({ params: { migration_id }, body: { operation: 'reconcile' } })}
      >
        {t(reconciliation === null ? 'migrations.reconcile' : 'migrations.reconcile_again')}
      </Button>
      <Refusal refusal={refusal} />
    </>
  )
}
