import type { ListedPayload } from '@holdfast/contract'
import { useIntersection } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import type { ListBodyProps } from '../../../shared/list/list-page.tsx'
import { RowCheck } from '../../../shared/list/selection/row-check.tsx'
import { selectable } from '../../../shared/list/selection/selectable.ts'
import type { RowSelection } from '../../../shared/list/selection/use-selection.ts'
import { useReturnToPlace } from '../../../shared/list/use-return-to-place.ts'
import { useRowKeys } from '../../../shared/list/use-row-keys.ts'
import { PartiesText } from '../../../shared/recordings/parties-text.tsx'
import { WhoText } from '../../../shared/recordings/who-text.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { kindOfType } from '../kinds.ts'
import classes from './search-hits.module.css'
import { SnippetText } from './snippet-text.tsx'

/** What a search found, with the words around it. */
export const SearchHits = (props: ListBodyProps<ListedPayload>) => {
  const { rows, hasMore, onEnd, place, returnedTo, isGoneOn, onLeave, selection } = props
  const list = useRef<HTMLOListElement>(null)
  const { ref: end, entry } = useIntersection({ rootMargin: '800px' })
  const isNearEnd = entry?.isIntersecting ?? false
  useEffect(() => {
    if (hasMore && isNearEnd && rows.length > 0) onEnd()
  }, [hasMore, isNearEnd, rows.length, onEnd])
  const hitOf = (index: number) => list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  useReturnToPlace({
    place,
    index: place ? rows.findIndex(({ payload_reference }) => payload_reference === place.row) : -1,
    loadedRows: rows.length,
    hasMore,
    onEnd,
    topOf: (index) => (hitOf(index)?.getBoundingClientRect().top ?? 0) + window.scrollY,
  })
  useRowKeys({
    list: list,
    rowCount: rows.length,
    returnedTo: rows.findIndex(({ payload_reference }) => payload_reference === returnedTo),
    isGoneOn,
    selection,
  })
  const notePlace = ({ target }: MouseEvent) => {
    const hit = (target as HTMLElement).closest<HTMLElement>('[data-index]')
    const index = Number(hit?.dataset.index)
    const row = rows[index]
    if (hit && row) onLeave({ row: row.payload_reference, index, topPx: hit.getBoundingClientRect().top })
  }
  return (
    <>
      <ol ref={list} {...selectable(selection, classes.hits)} onClickCapture={notePlace}>
        {rows.map((payload, index) => (
          <li key={payload.payload_reference} data-index={index} className={classes.hit}>
            <Hit payload={payload} index={index} selection={selection} />
          </li>
        ))}
      </ol>
      <div ref={end} />
    </>
  )
}

interface HitProps {
  payload: ListedPayload
  index: number
  selection: RowSelection | undefined
}

const Hit = ({ payload, index, selection }: HitProps) => {
  const id = useId()
  const t = useText()
  const { payload_reference, payload_type, payload_time, meta, snippet } = payload
  return (
    <>
      <div className={classes.head}>
        <Link id={id} to={kindOfType(payload_type)?.linkOf(payload_reference) ?? ''} className={classes.link}>
          <WhoText recording={payload} />
        </Link>
        <span className={classes.parties}>
          <PartiesText payload={payload} />
        </span>
        <span className={classes.facts}>
          {t(`kind.${payload_type}`)} ·{' '}
          <Moment time={payload_time} timezone={meta.timezone} localTime={meta.local_time} isShortToday />
        </span>
      </div>
      <SnippetText snippet={snippet ?? null} />
      {selection && <RowCheck selection={selection} index={index} namedBy={id} />}
    </>
  )
}
