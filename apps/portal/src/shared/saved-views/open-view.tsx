import type { SavedView, ViewSearch } from '@holdfast/contract'
import { useState } from 'react'
import { ReportDialog } from '../scheduled-reports/report-dialog.tsx'
import { useProfile } from '../session/profile.ts'
import { DeleteView } from './delete-view.tsx'
import { SaveChangesButton } from './save-changes-button.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { type ViewAction, ViewMenu } from './view-menu.tsx'
import { isSameSearch } from './view-search.ts'

interface OpenViewProps {
  view: SavedView
  /** What the list shows now. */
  search: ViewSearch
  /** Shows the list again as the view has it. */
  onDiscard: () => void
  onSavedNew: (view: SavedView) => void
}

/** The saved view that is open: its menu, and its changes to save. */
export const OpenView = ({ view, search, onDiscard, onSavedNew }: OpenViewProps) => {
  const { profile } = useProfile()
  const [dialog, setDialog] = useState<ViewAction | null>(null)
  const isChanged = !isSameSearch(search, view.search)
  const isOwn = view.owner === profile?.user_reference
  const choose = (action: ViewAction) => (action === 'discard' ? onDiscard() : setDialog(action))
  const endDialog = () => setDialog(null)
  const inDialog = { path: view.path, search, onClose: endDialog }
  return (
    <>
      {isChanged && isOwn && <SaveChangesButton view={view} search={search} />}
      <ViewMenu view={view} isChanged={isChanged} onChoose={choose} />
      {dialog === 'edit' && <ViewDialog {...inDialog} view={view} onSaved={endDialog} />}
      {dialog === 'save_new' && <ViewDialog {...inDialog} onSaved={onSavedNew} />}
      {dialog === 'schedule' && (
        <ReportDialog
          source={{ kind: 'view', view_reference: view.view_reference, queue_reference: null, name: view.name }}
          onClose={endDialog}
        />
      )}
      {dialog === 'delete' && <DeleteView view={view} onClose={endDialog} />}
    </>
  )
}
