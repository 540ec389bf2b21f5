import type { SavedView } from '@holdfast/contract'
import { Tooltip, UnstyledButton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { useSharedWords } from '../../shared/saved-views/use-shared-words.ts'
import { addressOfView } from '../../shared/saved-views/view-search.ts'
import type { PlacedScreen } from '../screen.ts'
import classes from './navigation.module.css'

/** More views of one screen than these are shown on request. */
const fewViews = 6

interface ViewLinksProps {
  screen: PlacedScreen
  views: readonly SavedView[]
  /** The saved view that is open, on whichever screen. */
  openView: SavedView | undefined
}

/** The saved views of a screen, below its link in the navigation. */
export const ViewLinks = ({ screen, views, openView }: ViewLinksProps) => {
  const t = useText()
  const [isWhole, setIsWhole] = useState(false)
  if (views.length === 0) return null
  const shown = views.filter((view, place) => isWhole || place < fewViews || view === openView)
  return (
    <ul className={classes.views} aria-label={t('saved_view.views_of', { screen: t(screen.title) })}>
      {shown.map((view) => (
        <li key={view.view_reference}>
          <ViewLink view={view} isOpen={view === openView} />
        </li>
      ))}
      {views.length > fewViews && (
        <li>
          <UnstyledButton className={classes.more} aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('saved_view.fewer') : t('saved_view.more', { count: views.length - shown.length })}
          </UnstyledButton>
        </li>
      )}
    </ul>
  )
}

const ViewLink = ({ view, isOpen }: { view: SavedView; isOpen: boolean }) => {
  const sharedWords = useSharedWords(view)
  const { name, path } = view
  const words = (
    <>
      <bdi>{name}</bdi>
      {sharedWords && <div>{sharedWords}</div>}
    </>
  )
  return (
    <Tooltip label={words} position="right" openDelay={400} multiline maw={280}>
      <Link
        to={path}
        search={addressOfView(view)}
        // Still current when the person has changed the filters.
        aria-current={isOpen ? 'page' : undefined}
        aria-label={sharedWords && `${name}, ${sharedWords}`}
        className={classes.view}
      >
        <bdi className={classes.viewName}>{name}</bdi>
        {sharedWords && <IconUsers size={14} stroke={1.6} className={classes.shared} aria-hidden />}
      </Link>
    </Tooltip>
  )
}
