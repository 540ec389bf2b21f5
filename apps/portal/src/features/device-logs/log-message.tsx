import { calls, type ListedDeviceLog } from '@holdfast/contract'
import { Anchor, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { DeviceUserLink } from '../../shared/recordings/who-text.tsx'
import { useCan } from '../../shared/session/profile.ts'
import { DeviceLink } from '../../shared/ui/device-links.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { LogLevelText } from './log-level-text.tsx'
import classes from './log-message.module.css'

/** The message of a log line, which opens all that is known of the line. */
export const LogMessage = ({ line }: { line: ListedDeviceLog }) => {
  const t = useText()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <button type="button" className={classes.message} aria-haspopup="dialog" onClick={open}>
        <bdi>{line.log_message}</bdi>
      </button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('log.whole')}
        size="lg"
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        {line.is_shortened ? <LoadedMessage log_id={line.log_id} /> : <Message text={line.log_message} />}
        <LineFacts line={line} />
      </Modal>
    </>
  )
}

const Message = ({ text }: { text: string }) => (
  <pre className={classes.whole}>
    <bdi>{text}</bdi>
  </pre>
)

const LoadedMessage = ({ log_id }: { log_id: string }) => {
  const t = useText()
  const { data: line, error, refetch } = useLoaded(calls.getDeviceLog, { log_id })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!line) return <Text size="sm">{t('log.shortened')}</Text>
  return <Message text={line.log_message} />
}

const LineFacts = ({ line }: { line: ListedDeviceLog }) => {
  const t = useText()
  const can = useCan()
  const { log_datetime, local_timezone, payload_reference, device_reference, device_user_reference: person } = line
  return (
    <Facts
      title={null}
      facts={[
        { label: t('log.level'), value: <LogLevelText level={line.log_level} isAlways /> },
        { label: t('log.class'), value: <bdi>{line.log_class}</bdi> },
        {
          label: t('log.time'),
          value: <Moment time={log_datetime} timezone={local_timezone ?? undefined} withSeconds />,
        },
        { label: t('log.received_at'), value: <Moment time={line.received_at} withSeconds /> },
        {
          label: t('log.device'),
          value: can('devices:read') ? <DeviceLink reference={device_reference} /> : device_reference,
        },
        {
          label: t('log.person'),
          value: person && can('device_users:read') ? <DeviceUserLink reference={person} /> : person,
        },
        { label: t('log.group'), value: line.group },
        { label: t('log.recording'), value: payload_reference && <Recording reference={payload_reference} /> },
        { label: t('log.reference'), value: line.log_id, copy: line.log_id },
      ]}
    />
  )
}

/** The router leads to the screen of the recording's kind. */
const Recording = ({ reference }: { reference: string }) => {
  const t = useText()
  const can = useCan()
  if (!can('payloads:read')) return reference
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          {...props}
          to="/dashboard/services/calls/$payload_reference"
          params={{ payload_reference: reference }}
          preload={false}
        />
      )}
    >
      {t('log.open_recording')}
    </Anchor>
  )
}
