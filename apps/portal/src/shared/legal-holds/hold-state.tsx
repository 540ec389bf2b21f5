import type { LegalHold } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import { Badge } from '../ui/badge.tsx'

/** Whether a hold is active, and how far its release has come. */
export const HoldState = ({ hold }: { hold: LegalHold }) => {
  const t = useText()
  const intl = useIntl()
  const { is_active, release_at, release_asked_at } = hold
  if (!is_active) return <Badge>{t('holds.released')}</Badge>
  if (release_at !== null) {
    return (
      <Badge tone="warn">
        {t('holds.ends_on', {
          day: intl.formatDate(release_at, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' }),
        })}
      </Badge>
    )
  }
  if (release_asked_at !== null) return <Badge tone="warn">{t('holds.release_asked')}</Badge>
  // The normal case: a badge on every row would mark none.
  return <span>{t('holds.active')}</span>
}
