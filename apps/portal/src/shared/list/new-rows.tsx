import { useText } from '../i18n/text.ts'
import classes from './list-page.module.css'
import { type ArrivalsRequest, useArrivals } from './use-arrivals.ts'

/** A button 'n new' above the list, because inserted rows would move what somebody is reading. */
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
