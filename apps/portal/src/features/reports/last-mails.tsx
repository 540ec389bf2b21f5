import { type Report, reportMailStates } from '@holdfast/contract'
import { Anchor, Modal, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { useScheduleWords } from '../../shared/scheduled-reports/schedule.ts'
import { Moment } from '../../shared/ui/moment.tsx'

type Mail = Report['last_mails'][number]

/** The outcome of a report's last e-mails, in numbers; a click shows each. */
export const LastMails = ({ report }: { report: Report }) => {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { last_mails, stopped } = report
  const counts = reportMailStates
    .map((state) => ({ state, count: last_mails.filter((mail) => mail.state === state).length }))
    .filter(({ count }) => count > 0)
  if (counts.length === 0 && !stopped) return <>{t('reports.outcome_none')}</>
  const words = counts.map(({ state, count }) => t(`reports.outcome_${state}`, { count })).join(', ')
  return (
    <>
      <Anchor component="button" type="button" size="sm" truncate="end" onClick={() => setIsOpen(true)}>
        {words || t('reports.state_stopped')}
      </Anchor>
      {isOpen && <ReportDetails report={report} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** A dialog with everything about a report that a small screen has no room for. */
export const ReportDetails = ({ report, onClose }: { report: Report; onClose: () => void }) => {
  const t = useText()
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{report.name}</bdi>}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Details report={report} />
    </Modal>
  )
}

const Details = ({ report }: { report: Report }) => {
  const t = useText()
  const { time_zone, next_at, last_at, last_mails, stopped } = report
  const schedule = useScheduleWords()(report)
  return (
    <Stack gap="sm">
      <Text size="sm">
        {schedule} ({time_zone})
      </Text>
      {next_at !== null && (
        <Text size="sm">
          {t('reports.next_at')}: <Moment time={next_at} />
        </Text>
      )}
      {stopped && <Text size="sm">{t(`reports.stop_${stopped.reason}`)}</Text>}
      {last_at !== null && (
        <Text size="sm">
          {t('reports.details')}: <Moment time={last_at} />
        </Text>
      )}
      {last_mails.length > 0 && (
        <Table aria-label={t('reports.details')} verticalSpacing="xs">
          <Table.Tbody>
            {last_mails.map((mail) => (
              <Table.Tr key={mail.user_reference}>
                <Table.Td>
                  <Colleague author={mail.user_reference} />
                </Table.Td>
                <Table.Td>
                  <Outcome mail={mail} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}

const Outcome = ({ mail: { state, omission } }: { mail: Mail }) => {
  const t = useText()
  if (state === 'not_sent') return <>{omission && t(`reports.omission_${omission}`)}</>
  return <>{t(`reports.mail_${state}`)}</>
}
