import { calls } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { callApi, session } from '../../shared/api/client.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import type { Support } from '../../shared/session/session-state.ts'
import { clockTime } from '../../shared/ui/quantities.ts'
import classes from './support-banner.module.css'

const secondsUntil = (time: string): number => Math.max(0, (Date.parse(time) - Date.now()) / 1000)

/** Seconds that are left, counted down. */
const useSecondsLeft = (expiresAt: string): number => {
  const [left, setLeft] = useState(() => secondsUntil(expiresAt))
  const { start, stop } = useInterval(() => setLeft(secondsUntil(expiresAt)), 1000)
  useEffect(() => {
    start()
    return stop
  }, [start, stop])
  return left
}

/** Support mode cannot be overlooked: whose account this is, in which role, how long, and the way out. */
export const SupportBanner = ({ support: { client, role, expiresAt } }: { support: Support }) => {
  const t = useText()
  const left = useSecondsLeft(expiresAt)
  const isOver = left === 0
  useEffect(() => {
    if (!isOver) return
    notice(text('support.ended'), text('support.ended_body'))
    session.endSupport()
  }, [isOver])
  const end = async () => {
    notice(text('notice.support_ending'))
    // The customer's account of the visit names its end; a server that is away keeps nobody in.
    await callApi(calls.leaveSupportMode, { isQuiet: true }).catch(() => undefined)
    session.endSupport()
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
