import { calls } from '@holdfast/contract'
import { clockTime } from '@holdfast/words'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { callApi, session } from '../../shared/api/client.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { lastingNotice, notice } from '../../shared/notices/notice.ts'
import type { Support } from '../../shared/session/session-state.ts'
import { useSecondsLeft } from '../../shared/ui/use-seconds-left.ts'
import classes from './support-banner.module.css'

/** Always visible in support mode: the customer, the role, the time left, and the button that leaves it. The access goes on. */
export const SupportBanner = ({ support: { client, role, expiresAt } }: { support: Support }) => {
  const t = useText()
  const intl = useIntl()
  const left = useSecondsLeft(expiresAt)
  const isOver = left === 0
  useEffect(() => {
    if (!isOver) return
    session.endSupport('over')
  }, [isOver])
  const end = async () => {
    notice(text('notice.support_ending'))
    // The call records the end of the visit on the customer's trail. If it fails, the visit ends here all the same.
    await callApi(calls.leaveSupportMode, { isQuiet: true }).catch(() => undefined)
    session.endSupport('left')
    const until = intl.formatDate(expiresAt, { dateStyle: 'medium', timeStyle: 'short' })
    lastingNotice(text('support.left_account', { client }), text('support.left_account_body', { until }))
  }
  return (
    <section className={classes.banner} aria-label={t('support.banner', { client })}>
      <div className={classes.words}>
        <strong className={classes.account}>{t('support.banner', { client })}</strong>
        <span className={classes.role}>{t('support.role', { role })}</span>
        <span className={classes.left} role="timer" aria-label={t('support.left')}>
          {clockTime(left)}
        </span>
      </div>
      <Button
        className={classes.end}
        size="compact-sm"
        color="dark"
        variant="white"
        title={t('support.end_hint')}
        onClick={() => void end()}
      >
        {t('support.end')}
      </Button>
    </section>
  )
}
