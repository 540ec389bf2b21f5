import { calls, type SavedView } from '@holdfast/contract'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { Refusal } from '../forms/refusal.tsx'
import { useSave } from '../forms/use-save.ts'
import { text, useText } from '../i18n/text.ts'
import { anySearch } from '../list/list-search.ts'
import { notice } from '../notices/notice.ts'

/** Asks before a view is deleted, and says who else loses it. Then the list is shown without filters. */
export const DeleteDialog = ({ view, onClose }: { view: SavedView; onClose: () => void }) => {
  const t = useText()
  const router = useRouter()
  const { view_reference, version, name, path, role_reference } = view
  const { save, isSaving, refusal } = useSave({
    call: calls.deleteView,
    changes: [calls.listViews],
    onSaved: () => {
      notice(text('form.deleted'), name)
      // This dialog is gone together with the view, so the address tells whether the person is still there.
      const { pathname, search } = router.state.location
      if (pathname === path && anySearch(search).view === view_reference) {
        void router.navigate({ to: '.', search: {}, replace: true })
      }
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('form.delete_title', { name })}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        <Text size="sm">
          {role_reference === null
            ? t('saved_view.delete_private')
            : t('saved_view.delete_shared', { role: role_reference })}
        </Text>
        <Refusal refusal={refusal} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button
            color="red"
            loading={isSaving}
            onClick={() => save({ params: { view_reference }, query: { version } })}
          >
            {t('form.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
