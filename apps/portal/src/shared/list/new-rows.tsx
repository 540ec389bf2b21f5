import { useEffect, useEffectEvent } from 'react'
import { useText } from '../i18n/text.ts'
import classes from './list-page.module.css'
import { type ArrivalsRequest, useArrivals } from './use-arrivals.ts'

interface NewRowsProps extends ArrivalsRequest {
  /** Whether the list has no rows. */
  isEmpty: boolean
  onShow: () => void
}

/**
 * A button 'n new' above the list, because inserted rows would move what somebody is reading. An empty list shows its
 * first rows at once.
 */
export const NewRows = ({ isEmpty, onShow, ...request }: NewRowsProps) => {
  const t = useText()
  const { count, hasChanged, forget } = useArrivals(request)
  const isFirst = isEmpty && count > 0
  const showFirst = useEffectEvent(() => {
    forget()
    onShow()
  })
  useEffect(() => {
    if (isFirst) showFirst()
  }, [isFirst])
  const isShown = !isFirst && (count > 0 || hasChanged)
  const show = () => {
    forget()
    window.scrollTo({ top: 0 })
    onShow()
  }
  // The place of the button is always there: it separates the margins above and below it, and would move the list otherwise.
  return (
    <div className={classes.newRows}>
      {isShown && (
        <button type="button" onClick={show}>
          {count === 0 ? t('list.changed') : t('list.new', { count })}
        </button>
      )}
    </div>
  )
}
