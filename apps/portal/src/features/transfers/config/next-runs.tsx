import { calls, Schedule } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import { ApiError } from '../../../shared/api/api-error.ts'
import { readApi } from '../../../shared/api/client.ts'
import { fieldRule } from '../../../shared/forms/field-rule.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { useSession } from '../../../shared/session/use-session.ts'
import classes from './next-runs.module.css'

/** The next times of a schedule while it is entered, in the schedule's time zone. */
export const NextRuns = ({ schedule, time_zone }: { schedule: string; time_zone: string }) => {
  const t = useText()
  const intl = useIntl()
  const { client } = useSession()
  const [asked] = useDebouncedValue({ schedule, time_zone }, 300)
  const isWellFormed = fieldRule(Schedule)(asked.schedule) === null
  const { data, error } = useQuery({
    queryKey: ['transfer_schedule', client, asked.schedule, asked.time_zone],
    queryFn: ({ signal }) => readApi(calls.getTransferSchedule, { query: asked, signal }),
    enabled: isWellFormed && asked.schedule !== '',
    retry: false,
    meta: { failure: 'logged' },
  })
  if (schedule === '') return <Note>{t('transfer_configs.only_asked')}</Note>
  if (!isWellFormed || (error instanceof ApiError && error.status === 400)) {
    return <Note>{t('transfer_configs.no_schedule')}</Note>
  }
  return (
    <div className={classes.runs} aria-live="polite">
      <Text size="sm" fw={500}>
        {t('transfer_configs.next_runs')}
      </Text>
      <ol className={classes.list}>
        {data?.next_runs.map((time) => (
          <li key={time}>
            <time dateTime={time} className="numeric">
              {intl.formatDate(time, {
                weekday: 'short',
                day: 'numeric',
                month: 'short',
                hour: '2-digit',
                minute: '2-digit',
                timeZone: asked.time_zone,
                timeZoneName: 'short',
              })}
            </time>
          </li>
        ))}
      </ol>
    </div>
  )
}

const Note = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed" aria-live="polite">
    {children}
  </Text>
)
