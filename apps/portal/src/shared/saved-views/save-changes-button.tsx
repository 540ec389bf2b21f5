import { calls, type SavedView, type ViewSearch } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { isChangedBy } from '../forms/changed-queries.ts'
import { text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'

/** Saves what the list shows as the opened view. A refusal is shown as a notice. */
export const SaveChangesButton = ({ view, search }: { view: SavedView; search: ViewSearch }) => {
  const t = useText()
  const queryClient = useQueryClient()
  const { view_reference, version, name } = view
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(calls.patchView, { params: { view_reference }, body: { version, search } }),
    // Also after a refusal: the view may have been changed in another tab, or deleted.
    onSettled: () => queryClient.invalidateQueries({ predicate: isChangedBy(calls.patchView, [calls.listViews]) }),
    onSuccess: () => notice(text('form.saved'), name),
  })
  return (
    <Button size="xs" loading={isPending} onClick={() => mutate()}>
      {t('saved_view.save_changes')}
    </Button>
  )
}
