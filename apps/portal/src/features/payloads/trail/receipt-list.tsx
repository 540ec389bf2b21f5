import type { Receipt } from '@holdfast/contract'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from './payload-audit-panel.module.css'

/** Who confirmed the receipt of a recording, the first one first, with their notes. */
export const ReceiptList = ({ receipts }: { receipts: readonly Receipt[] }) => {
  const t = useText()
  if (receipts.length === 0) return <p className={classes.none}>{t('audit.no_receipts')}</p>
  return (
    <ul className={classes.records} aria-label={t('audit.receipts')}>
      {receipts.map(({ user, time, note }) => (
        <li key={user} className={classes.record}>
          <span className={classes.who}>
            <Colleague author={user} />
          </span>
          <span className={classes.time}>
            <Moment time={time} withSeconds />
          </span>
          {note && <p className={classes.note}>{note}</p>}
        </li>
      ))}
    </ul>
  )
}
