import { useIntersection } from '@mantine/hooks'
import { useEffect } from 'react'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { ListBodyProps } from '../../shared/list/list-page.tsx'
import classes from './row-cards.module.css'

interface RowCardsProps<Item> extends Pick<ListBodyProps<Item>, 'rows' | 'hasMore' | 'onEnd'> {
  columns: readonly Column<Item>[]
  keyOf: (item: Item) => string
}

/** The rows of a list on a narrow page: each with all of its columns, their titles, and texts that are not cut. */
export const RowCards = <Item,>({ rows, columns, keyOf, hasMore, onEnd }: RowCardsProps<Item>) => {
  const t = useText()
  const { ref: end, entry } = useIntersection({ rootMargin: '800px' })
  const isNearEnd = entry?.isIntersecting ?? false
  useEffect(() => {
    if (hasMore && isNearEnd && rows.length > 0) onEnd()
  }, [hasMore, isNearEnd, rows.length, onEnd])
  return (
    <>
      <ul className={classes.cards}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={classes.card}>
            <dl className={classes.facts}>
              {columns.map(({ id, title, cell }) => (
                <div key={id} className={classes.fact}>
                  <dt>{t(title)}</dt>
                  <dd>{cell(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}
