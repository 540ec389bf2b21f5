import type { SavedView } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import type { ListView } from '../list/list-view.ts'
import { OpenView } from './open-view.tsx'
import { useOpenView } from './use-saved-views.ts'
import { ViewDialog } from './view-dialog.tsx'
import { addressOfView, isAsUsual, lookOf, type ShownList, searchOf } from './view-search.ts'

interface SavedViewControlProps {
  /** What the list shows now. */
  shown: ShownList
  /** How the person's list looked when it was opened. */
  usual: ListView
  onLook: (look: ListView) => void
}

/** In the toolbar of a list: the saved view that is open, or an offer to save what differs from the person's usual list. */
export const SavedViewControl = ({ shown, usual, onLook }: SavedViewControlProps) => {
  const t = useText()
  const navigate = useNavigate()
  const [isSaving, setIsSaving] = useState(false)
  const { path, view, isLoading } = useOpenView()
  if (path === undefined || isLoading) return null
  const search = searchOf(shown)
  const open = (saved: SavedView) => {
    setIsSaving(false)
    void navigate({ to: '.', search: addressOfView(saved), replace: true, resetScroll: false })
  }
  if (view) {
    const discard = () => {
      onLook(lookOf(view.search))
      open(view)
    }
    return <OpenView key={view.view_reference} view={view} search={search} onDiscard={discard} onSavedNew={open} />
  }
  if (isAsUsual(shown, usual)) return null
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconBookmark size={15} stroke={1.7} />}
        onClick={() => setIsSaving(true)}
      >
        {t('saved_view.save')}
      </Button>
      {isSaving && <ViewDialog path={path} search={search} onClose={() => setIsSaving(false)} onSaved={open} />}
    </>
  )
}
