import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useText } from '../i18n/text.ts'
import { Refusal } from './refusal.tsx'

interface DeleteDialogProps {
  name: string
  /** Says what is lost. */
  body: ReactNode
  deleting: { isSaving: boolean; refusal: ApiError | null }
  onDelete: () => void
  onClose: () => void
}

/** Asks before something is deleted from a menu, and shows why it could not be. */
export const DeleteDialog = ({ name, body, deleting, onDelete, onClose }: DeleteDialogProps) => {
  const t = useText()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('form.delete_title', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        <Text size="sm">{body}</Text>
        <Refusal refusal={deleting.refusal} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button color="red" loading={deleting.isSaving} onClick={onDelete}>
            {t('form.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
