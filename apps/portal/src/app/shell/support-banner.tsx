import { calls } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { callApi, session } from '../../shared/api/client.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import type { Support } from '../../shared/session/session-state.ts'
import { clockTime } from '../../shared/ui/quantities.ts'
import { useSecondsLeft } from '../../shared/ui/use-seconds-left.ts'
import classes from './support-banner.module.css'

/** Always visible in support mode: the customer, the role, the time left, and the button that ends it. */
export const SupportBanner = ({ support: { client, role, expiresAt } }: { support: Support }) => {
  const t = useText()
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
      <Button className={classes.end} size="compact-sm" color="dark" variant="white" onClick={() => void end()}>
        {t('support.end')}
      </Button>
    </section>
  )
}
