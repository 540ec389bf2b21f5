import { Button, Progress } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useText } from '../../i18n/text.ts'
import { announce } from '../../notices/announcer.tsx'
import { failureMessage } from '../../notices/notice.ts'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { isRunning, type RunState } from './batch-run.ts'
import { forgetRun, type ListRun } from './current-run.ts'
import { RunResults } from './run-results.tsx'
import classes from './selection.module.css'

interface RunBarProps {
  run: ListRun
  state: RunState
  onDone: () => void
}

/** How far a run is, and what became of it. */
export const RunBar = ({ run, state, onDone }: RunBarProps) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const all = run.references.length
  const refused = [...state.results.values()].filter(({ result }) => result === 'refused').length
  const counts = { all, tried: state.results.size, done: state.results.size - refused, refused }
  const isGoingOn = isRunning(state)
  const said = t(`run.${state.status}`, counts)
  const bar = useRef<HTMLDivElement>(null)
  const wasGoingOn = useRef(false)
  const followed = useEffectEvent(() => {
    // The button that began the run is gone.
    if (isGoingOn) bar.current?.focus({ preventScroll: true })
    if (!wasGoingOn.current || isGoingOn) return
    announce(`${t(run.action.label)}: ${said}`)
    onDone()
  })
  useEffect(() => {
    followed()
    wasGoingOn.current = isGoingOn
  }, [isGoingOn])
  const close = () => {
    forgetRun()
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <>
      <LeaveQuestion
        isUnsaved={() => isRunning(run.state())}
        title="run.leave_title"
        body="run.leave_body"
        onLeave={run.stop}
      />
      <div ref={bar} tabIndex={-1} className={classes.run}>
        <span>
          <strong>{t(run.action.label)}:</strong> {said}
        </span>
        {state.failure && <span className={classes.failure}>{whyOf(state.failure)}</span>}
        <Progress
          value={(counts.tried / all) * 100}
          size="sm"
          aria-label={t(run.action.label)}
          color={state.status === 'interrupted' ? 'red' : undefined}
        />
      </div>
      <div className={classes.actions}>
        {isGoingOn ? (
          <Button size="xs" variant="default" onClick={run.stop} disabled={state.status === 'stopping'}>
            {t('run.stop')}
          </Button>
        ) : (
          <>
            {counts.tried < all && (
              <Button size="xs" onClick={() => void run.resume()}>
                {t('run.resume')}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
              {t('run.results')}
            </Button>
            <Button size="xs" variant="subtle" onClick={close}>
              {t('form.close')}
            </Button>
          </>
        )}
      </div>
      <RunResults run={run} state={state} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

const whyOf = (failure: Error): string => (failure instanceof ApiError ? failureMessage(failure) : failure.message)
