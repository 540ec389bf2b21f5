import type { ListedPosition } from '@holdfast/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import { isOnGlobe, type Town } from '../../shared/map/place.ts'
import { useMetres, useNearTown } from './in-words.ts'
import classes from './trail-page.module.css'

const rowPx = 36

interface TrailTableProps {
  positions: readonly ListedPosition[]
  index: number
  towns: readonly Town[]
  label: string
  clockOf: (time: number) => string
  onChoose: (index: number) => void
}

/** The positions of a day, beside the map. Only the rows that somebody sees are rendered. */
export const TrailTable = ({ positions, index, towns, label, clockOf, onChoose }: TrailTableProps) => {
  const t = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: positions.length,
    estimateSize: () => rowPx,
    getScrollElement: () => scroller.current,
    overscan: 8,
  })
  useEffect(() => virtualizer.scrollToIndex(index, { align: 'auto' }), [index, virtualizer])
  const visible = virtualizer.getVirtualItems()
  const above = visible[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={scroller} className={classes.rows} tabIndex={0} aria-label={label}>
      <table className={classes.table} aria-label={label} aria-rowcount={positions.length + 1}>
        <thead>
          <tr>
            <th className={classes.time}>{t('trail.time')}</th>
            <th>{t('trail.place')}</th>
            <th className={classes.accuracy}>{t('trail.accuracy')}</th>
          </tr>
        </thead>
        <tbody>
          <Space height={above} />
          {visible.map(({ index: place }) => {
            const position = positions[place]
            if (!position) return null
            return (
              <tr
                key={position.gps_reference}
                className={classes.row}
                aria-rowindex={place + 2}
                aria-current={place === index}
              >
                <td>
                  <button type="button" className={classes.choose} onClick={() => onChoose(place)}>
                    {clockOf(Date.parse(position.timestamp))}
                  </button>
                </td>
                <td>
                  <PlaceText position={position} towns={towns} />
                </td>
                <td>
                  <Metres value={position.accuracy} />
                </td>
              </tr>
            )
          })}
          <Space height={below} />
        </tbody>
      </table>
    </section>
  )
}

const Space = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td colSpan={3} style={{ height }} />
    </tr>
  )

const PlaceText = ({ position, towns }: { position: ListedPosition; towns: readonly Town[] }) => {
  const t = useText()
  const near = useNearTown(towns, position)
  return isOnGlobe(position) ? (near ?? t('trail.far')) : t('trail.off_globe')
}

const Metres = ({ value }: { value: number | null }) => {
  const inMetres = useMetres()
  return value === null ? '–' : inMetres(value)
}
