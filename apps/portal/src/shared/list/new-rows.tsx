import { useText } from '../i18n/text.ts'
import classes from './list-page.module.css'
import { type ArrivalsRequest, useArrivals } from './use-arrivals.ts'

/** 'n new', rather than rows that jump while somebody reads them: it lies over the list and moves nothing. */
export const NewRows = ({ onShow, ...request }: ArrivalsRequest & { onShow: () => void }) => {
  const t = useText()
  const { count, hasChanged, forget } = useArrivals(request)
  if (count === 0 && !hasChanged) return null
  const show = () => {
    forget()
    window.scrollTo({ top: 0 })
    onShow()
  }
  return (
    <div className={classes.newRows}>
      <button type="button" onClick={show}>
        {count === 0 ? t('list.changed') : t('list.new', { count })}
      </button>
    </div>
  )
}
