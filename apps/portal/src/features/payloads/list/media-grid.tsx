import type { Payload } from '@holdfast/contract'
import { clockTime, durationSeconds } from '@holdfast/words'
import { Button, Group, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconEye, IconEyeCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { HeldMark } from '../../../shared/legal-holds/held-mark.tsx'
import type { ListBodyProps } from '../../../shared/list/list-page.tsx'
import { RowCheck } from '../../../shared/list/selection/row-check.tsx'
import { selectable } from '../../../shared/list/selection/selectable.ts'
import type { RowSelection } from '../../../shared/list/selection/use-selection.ts'
import { useInView } from '../../../shared/list/use-in-view.ts'
import { useReturnToPlace } from '../../../shared/list/use-return-to-place.ts'
import { useRowKeys } from '../../../shared/list/use-row-keys.ts'
import { WhoText } from '../../../shared/recordings/who-text.tsx'
import { kindOfType } from '../kinds.ts'
import { PayloadBadges } from '../payload-badges.tsx'
import { useShownMark } from '../reviews/shown-marks.ts'
import classes from './media-grid.module.css'
import { Thumbnail } from './thumbnail.tsx'
import { useThumbnails } from './use-thumbnails.ts'

/** Photos or videos by the day of the time by which they are ordered. */
export const MediaGrid = (props: ListBodyProps<Payload>) => {
  const { rows, orderedBy, hasMore, onEnd, place, returnedTo, isGoneOn, onLeave, selection } = props
  const intl = useIntl()
  const { addresses, show, isShowing, onSeen } = useThumbnails(rows)
  const grid = useRef<HTMLDivElement>(null)
  const references = rows.map(({ payload_reference }) => payload_reference).join()
  useInView(grid, `${isShowing} ${references}`, (indexes) =>
    onSeen(
      indexes.flatMap((index) => {
        const row = rows[index]
        return row ? [row] : []
      }),
    ),
  )
  const { ref: end, entry } = useIntersection({ rootMargin: '800px' })
  const isNearEnd = entry?.isIntersecting ?? false
  useEffect(() => {
    if (hasMore && isNearEnd && rows.length > 0) onEnd()
  }, [hasMore, isNearEnd, rows.length, onEnd])
  const tileOf = (index: number) => grid.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  useReturnToPlace({
    place,
    index: place ? rows.findIndex(({ payload_reference }) => payload_reference === place.row) : -1,
    loadedRows: rows.length,
    hasMore,
    onEnd,
    topOf: (index) => (tileOf(index)?.getBoundingClientRect().top ?? 0) + window.scrollY,
  })
  useRowKeys({
    list: grid,
    rowCount: rows.length,
    isGrid: true,
    returnedTo: rows.findIndex(({ payload_reference }) => payload_reference === returnedTo),
    isGoneOn,
    selection,
  })
  const notePlace = ({ target }: MouseEvent) => {
    const tile = (target as HTMLElement).closest<HTMLElement>('[data-index]')
    const index = Number(tile?.dataset.index)
    const row = rows[index]
    if (tile && row) onLeave({ row: row.payload_reference, index, topPx: tile.getBoundingClientRect().top })
  }
  const days = Map.groupBy(rows.entries(), ([, payload]) => timeOf(payload, orderedBy).toDateString())
  return (
    <div ref={grid} {...selectable(selection, classes.pictures)} onClickCapture={notePlace}>
      {show && (
        <AskToShow
          onShow={() =>
            void show().then(
              () => grid.current?.querySelector<HTMLElement>('[data-index] a')?.focus({ preventScroll: true }),
              // They gave no reason.
              () => undefined,
            )
          }
        />
      )}
      {[...days].map(([day, payloads]) => (
        <section key={day} aria-label={intl.formatDate(day, { dateStyle: 'full' })}>
          <h2 className={classes.day}>{intl.formatDate(day, { dateStyle: 'full' })}</h2>
          <ul className={classes.grid}>
            {payloads.map(([index, payload]) => (
              <li key={payload.payload_reference} data-index={index} data-selected={selection?.isSelected(index)}>
                <Tile
                  payload={payload}
                  address={addresses.get(payload.payload_reference)}
                  index={index}
                  selection={selection}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div ref={end} />
    </div>
  )
}

/** In accounts that ask before pictures are shown. */
const AskToShow = ({ onShow }: { onShow: () => void }) => {
  const t = useText()
  return (
    <Group className={classes.ask} role="note" gap="sm">
      <Text size="sm">{t('pictures.hidden')}</Text>
      <Button size="xs" variant="default" leftSection={<IconEye size={16} stroke={1.6} aria-hidden />} onClick={onShow}>
        {t('pictures.show')}
      </Button>
    </Group>
  )
}

/** Days by another time than the one of the order would break the order. */
const timeOf = ({ payload_time, processed_at, updated_at }: Payload, orderedBy: string | undefined): Date => {
  if (orderedBy === 'updated_at') return new Date(updated_at)
  return new Date((orderedBy === 'processed_at' ? processed_at : null) ?? payload_time)
}

interface TileProps {
  payload: Payload
  address: string | undefined
  index: number
  selection: RowSelection | undefined
}

const Tile = ({ payload, address, index, selection }: TileProps) => {
  const id = useId()
  const intl = useIntl()
  const t = useText()
  const { payload_reference, payload_type, payload_time, payload_state, damaged_at, reviewed_at } = payload
  const isReviewed = useShownMark(payload_reference) !== undefined || reviewed_at !== null
  const seconds = durationSeconds(payload)
  const isUsual = (payload_state === 'Processed' || payload_state === 'Transferred') && damaged_at === null
  return (
    <>
      <Link id={id} to={kindOfType(payload_type)?.linkOf(payload_reference) ?? ''} className={classes.tile}>
        <Thumbnail address={address} isVideo={payload_type !== 'Photo'} />
        {seconds !== null && <span className={classes.duration}>{clockTime(seconds)}</span>}
        <span className={classes.who}>
          <WhoText recording={payload} />
        </span>
        <span className={classes.when}>
          {intl.formatTime(payload_time, { timeStyle: 'short' })}
          {payload_type === 'AR' && <span>{t('kind.AR')}</span>}
          {isUsual && isReviewed && (
            <IconEyeCheck size={14} stroke={1.8} role="img" aria-label={t('payload.reviewed')} />
          )}
          <HeldMark payload={payload} />
        </span>
        {!isUsual && <PayloadBadges payload={payload} />}
      </Link>
      {selection && <RowCheck selection={selection} index={index} namedBy={id} />}
    </>
  )
}
