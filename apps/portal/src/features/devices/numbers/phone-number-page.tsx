import { calls } from '@holdfast/contract'
import { Box } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { ShowMore } from '../../../shared/list/show-more.tsx'
import { useList } from '../../../shared/list/use-list.ts'
import { RecordingsByService } from '../../../shared/recordings/recordings-by-service.tsx'
import { DeviceUserLink } from '../../../shared/recordings/who-text.tsx'
import { DeviceLink } from '../../../shared/ui/device-links.tsx'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from './phone-number-page.module.css'

/** One phone number: who had it, on which device and in which slot, the latest period first, and what was recorded with it. */
export default function PhoneNumberPage() {
  const t = useText()
  const { phone_number = '' } = useParams({ strict: false })
  const filter = useMemo(() => ({ phone_numbers: [phone_number] }), [phone_number])
  const list = useList({ call: calls.listPhoneNumbers, filter })
  const { rows, isLoading, error, reload } = list
  if (error) return <ErrorState isScreen error={error} onRetry={reload} />
  if (isLoading) return <PageSkeleton />
  return (
    <>
      <PageHeader title={phone_number} />
      <Panel title={t('number.who_had')}>
        {rows.length === 0 && <p className={classes.none}>{t('number.nobody')}</p>}
        <ol className={classes.periods}>
          {rows.map((period) => (
            <li key={`${period.first_verified} ${period.device_reference}`} className={classes.period}>
              <span className={classes.who}>
                {period.device_user_reference === null ? (
                  t('number.no_holder')
                ) : (
                  <DeviceUserLink reference={period.device_user_reference} />
                )}
                <span>{period.group}</span>
              </span>
              <span>
                <DeviceLink reference={period.device_reference} />
                {period.slot_index !== null && <> · {t('device.slot', { slot: period.slot_index + 1 })}</>}
              </span>
              <span className={classes.times}>
                {t('device.first_verified')} <Moment time={period.first_verified} />
              </span>
              <span className={classes.times}>
                {t('device.last_verified')} <Moment time={period.last_verified} />
              </span>
            </li>
          ))}
        </ol>
        <ShowMore list={list} mt="sm" />
      </Panel>
      <Box mt="md">
        <RecordingsByService of={{ numbers: [phone_number] }} />
      </Box>
    </>
  )
}
