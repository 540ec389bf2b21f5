import type { CarrierRecord } from '@holdfast/contract'
import { Group, Stack } from '@mantine/core'
import { NamedColleague } from '../../shared/found/named-person.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { recordingScreens } from '../../shared/recordings/recording-screens.ts'
import { DeviceUserLink, DeviceUserText } from '../../shared/recordings/who-text.tsx'
import { useCan } from '../../shared/session/profile.ts'
import { DeviceLink } from '../../shared/ui/device-links.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { DifferenceText, DurationText } from './duration-text.tsx'
import classes from './record-details.module.css'

/** What the carrier says beside what the recording says. */
export const RecordSides = ({ record }: { record: CarrierRecord }) => (
  <div className={classes.sides}>
    <div>
      <CarrierSide record={record} />
    </div>
    <div>
      <RecordingSide record={record} />
    </div>
  </div>
)

const CarrierSide = ({ record: { carrier, own_number } }: { record: CarrierRecord }) => {
  const t = useText()
  if (!carrier) {
    return (
      <Facts
        title={t('carrier.carrier_says')}
        facts={[{ label: t('carrier.record'), value: t('carrier.not_listed') }]}
      />
    )
  }
  const { begun_at, is_time_ambiguous, direction } = carrier
  return (
    <Facts
      title={t('carrier.carrier_says')}
      facts={[
        { label: t('carrier.begin'), value: <Moment time={begun_at} withSeconds /> },
        { label: t('carrier.time_note'), value: is_time_ambiguous ? t('carrier.time_twice') : null },
        { label: t('carrier.duration'), value: <DurationText seconds={carrier.duration_s} /> },
        { label: t('carrier.own_number'), value: own_number, copy: own_number },
        { label: t('carrier.other_number'), value: carrier.other_number ?? t('carrier.withheld') },
        { label: t('carrier.direction'), value: direction && t(`carrier.direction_${direction}`) },
        { label: t('carrier.carrier'), value: carrier.carrier_name },
        { label: t('carrier.row'), value: carrier.row_number },
      ]}
    />
  )
}

const RecordingSide = ({ record }: { record: CarrierRecord }) => {
  const t = useText()
  const { recording, has_recording } = record
  if (!recording) {
    return (
      <Facts
        title={t('carrier.recording_says')}
        facts={[
          {
            label: t('carrier.recording'),
            value: t(has_recording ? 'carrier.recording_hidden' : 'carrier.no_recording'),
          },
        ]}
      />
    )
  }
  const { payload_reference, payload_type, direction, numbers } = recording
  const screen = recordingScreens[payload_type]
  return (
    <Stack gap="sm">
      <Facts
        title={t('carrier.recording_says')}
        facts={[
          { label: t('carrier.begin'), value: <Moment time={recording.payload_time} withSeconds /> },
          { label: t('carrier.begins_later'), value: <DifferenceText seconds={record.time_difference_s} /> },
          { label: t('carrier.duration'), value: <DurationText seconds={recording.duration_s} /> },
          { label: t('carrier.is_longer'), value: <DifferenceText seconds={record.duration_difference_s} /> },
          { label: t('carrier.other_number'), value: numbers.join(', ') },
          {
            label: t('carrier.direction'),
            value: direction && t(`carrier.direction_${direction === 'O' ? 'O' : 'I'}`),
          },
          { label: t('carrier.kind'), value: t(`kind.${payload_type}`) },
        ]}
      />
      {screen && (
        <Group>
          <LinkButton size="xs" variant="default" to={screen} params={{ payload_reference } as never}>
            {t('carrier.open_recording')}
          </LinkButton>
        </Group>
      )}
    </Stack>
  )
}

/** Whose record it is, and who signed it off. */
export const WhoseFacts = ({ record }: { record: CarrierRecord }) => {
  const t = useText()
  const can = useCan()
  const { device_user_reference: person, device_reference, signed_off_at, signed_off_by } = record
  return (
    <Facts
      title={null}
      facts={[
        {
          label: t('carrier.person'),
          value:
            person &&
            (can('device_users:read') ? <DeviceUserLink reference={person} /> : <DeviceUserText reference={person} />),
        },
        { label: t('carrier.group'), value: record.group },
        {
          label: t('carrier.device'),
          value:
            device_reference && can('devices:read') ? <DeviceLink reference={device_reference} /> : device_reference,
        },
        { label: t('carrier.outcome'), value: signed_off_at && t(`carrier.outcome_${record.outcome}`) },
        { label: t('carrier.signed_off_by'), value: signed_off_by && <NamedColleague reference={signed_off_by} /> },
        { label: t('carrier.signed_off_at'), value: signed_off_at && <Moment time={signed_off_at} /> },
        { label: t('carrier.reason'), value: record.signed_off_reason },
      ]}
    />
  )
}
