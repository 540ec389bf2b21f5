import { calls, type SavedView } from '@holdfast/contract'
import { useRouter } from '@tanstack/react-router'
import { DeleteDialog } from '../forms/delete-dialog.tsx'
import { useSave } from '../forms/use-save.ts'
import { text, useText } from '../i18n/text.ts'
import { anySearch } from '../list/list-search.ts'
import { notice } from '../notices/notice.ts'

/** Asks before a view is deleted, and says who else loses it. Then the list is shown without filters. */
export const DeleteView = ({ view, onClose }: { view: SavedView; onClose: () => void }) => {
  const t = useText()
  const router = useRouter()
  const { view_reference, version, name, path, role_reference } = view
  const deleting = useSave({
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
  const body =
    role_reference === null ? t('saved_view.delete_private') : t('saved_view.delete_shared', { role: role_reference })
  return (
    <DeleteDialog
      name={name}
      body={body}
      deleting={deleting}
      onDelete={() => deleting.save({ params: { view_reference }, query: { version } })}
      onClose={onClose}
    />
  )
}
