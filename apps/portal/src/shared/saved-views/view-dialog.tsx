import { calls, type SavedView, type ViewSearch } from '@holdfast/contract'
import { Modal, Radio, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../forms/dialog-form.tsx'
import { useSave } from '../forms/use-save.ts'
import { useText } from '../i18n/text.ts'
import { useProfile } from '../session/profile.ts'

const maxNameCharacters = 80

interface ViewDialogProps {
  /** The view to rename or share; absent to save a new one. */
  view?: SavedView | undefined
  /** What a new view shows. */
  path: string
  search: ViewSearch
  onClose: () => void
  onSaved: (view: SavedView) => void
}

/** A dialog that saves a new view, or renames and shares one. */
export const ViewDialog = ({ onClose, ...form }: ViewDialogProps) => {
  const t = useText()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(form.view ? 'saved_view.edit' : 'saved_view.save_new')}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <ViewForm {...form} onClose={onClose} />
    </Modal>
  )
}

const ViewForm = ({ view, path, search, onClose, onSaved }: ViewDialogProps) => {
  const t = useText()
  const roles = useProfile().profile?.roles ?? []
  const [name, setName] = useState(view?.name ?? '')
  const lost = view?.role_reference && !roles.includes(view.role_reference) ? view.role_reference : null
  const [role, setRole] = useState(lost ? null : (view?.role_reference ?? null))
  const { save, isSaving, refusal } = useSave({
    call: view ? calls.patchView : calls.createView,
    changes: [calls.listViews],
    onSaved,
  })
  const submit = () => {
    const chosen = { name: name.trim(), role_reference: role }
    if (view) {
      const { view_reference, version } = view
      save({ params: { view_reference }, body: { version, ...chosen } })
    } else save({ body: { path, search, ...chosen } })
  }
  return (
    <DialogForm
      label={t('form.save')}
      isComplete={name.trim() !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={t('saved_view.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={maxNameCharacters}
        autoComplete="off"
        data-autofocus
      />
      <SharingInput roles={roles} role={role} onChange={setRole} />
      {lost !== null && <Text size="sm">{t('saved_view.role_lost', { role: lost })}</Text>}
    </DialogForm>
  )
}

interface SharingInputProps {
  roles: readonly string[]
  role: string | null
  onChange: (role: string | null) => void
}

/** Chooses who sees a view: only its owner, or everybody with one of the owner's roles. */
const SharingInput = ({ roles, role, onChange }: SharingInputProps) => {
  const t = useText()
  const [first] = roles
  if (first === undefined) return <Text size="sm">{t('saved_view.only_me_hint')}</Text>
  return (
    <Radio.Group
      label={t('saved_view.who')}
      value={role === null ? 'me' : 'role'}
      onChange={(value) => onChange(value === 'me' ? null : first)}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="me" label={t('saved_view.only_me')} />
        <Radio value="role" label={t('saved_view.with_role')} description={t('saved_view.with_role_hint')} />
        {role !== null && (
          <Select
            aria-label={t('saved_view.role')}
            data={[...roles]}
            value={role}
            onChange={(chosen) => onChange(chosen ?? role)}
            allowDeselect={false}
          />
        )}
      </Stack>
    </Radio.Group>
  )
}
