import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useProfile } from '../../shared/session/profile.ts'
import { loadedBuild } from '../build-poll.ts'
import { reportOf } from './error-report.ts'
import { dispatchEveryMs, ReportQueue } from './report-queue.ts'
import { workerSender } from './worker-delivery.ts'

const drawnKey = 'holdfast.monitoring'

/** A number from 0 to 1 that stays the same for the session of a tab, so that it reports all its errors or none. */
const drawnForSession = (): number => {
  const stored = Number(sessionStorage.getItem(drawnKey) ?? Number.NaN)
  if (stored >= 0 && stored < 1) return stored
  const drawn = Math.random()
  sessionStorage.setItem(drawnKey, String(drawn))
  return drawn
}

/** Reports uncaught errors to the monitoring address of the account, if it has one and the session is among those that report. */
export const useMonitoring = (): void => {
  const router = useRouter()
  const { profile } = useProfile()
  const { monitoring, application_id = null } = profile?.portal_config ?? {}
  const url = monitoring?.url
  const isMonitored = monitoring != null && drawnForSession() < monitoring.sample_rate
  useEffect(() => {
    if (!isMonitored || url === undefined) return
    const sender = workerSender()
    const build = loadedBuild() ?? null
    const queue = new ReportQueue((reports) => sender.send(url, JSON.stringify({ application_id, build, reports })))
    const report = (error: unknown) =>
      queue.add(reportOf(error, router.state.matches.at(-1)?.fullPath ?? '', new Date()))
    const onError = ({ error }: ErrorEvent) => report(error)
    const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason)
    window.addEventListener('error', onError)
    window.addEventListener('unhandledrejection', onRejection)
    const timer = setInterval(() => void queue.dispatch(), dispatchEveryMs)
    return () => {
      clearInterval(timer)
      window.removeEventListener('error', onError)
      window.removeEventListener('unhandledrejection', onRejection)
      sender.stop()
    }
  }, [isMonitored, url, application_id, router])
}
