import type { SequenceGapDetail } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { recordingScreens } from '../../../shared/recordings/recording-screens.ts'
import { DeviceUserText } from '../../../shared/recordings/who-text.tsx'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { gapNumbers } from './gap-numbers.ts'

/** The recording before or after the gap, which opens if the person may find it. */
const Neighbour = ({ of }: { of: NonNullable<SequenceGapDetail['before']> }) => {
  const screen = of.recording && recordingScreens[of.recording.payload_type]
  const moment = <Moment time={of.payload_time} />
  if (!screen || !of.recording) return moment
  const { payload_reference } = of.recording
  return (
    <Anchor component={Link} inherit to={screen} params={{ payload_reference } as never}>
      {moment}
    </Anchor>
  )
}

export const GapFacts = ({ detail: { gap, before, after, has_changed_hands } }: { detail: SequenceGapDetail }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Facts
      title={t('completeness.about')}
      facts={[
        { label: t('completeness.numbers'), value: gapNumbers(gap, intl) },
        {
          label: t('completeness.after_recording'),
          value: before ? (
            <Neighbour of={before} />
          ) : (
            t(gap.is_before_hidden ? 'completeness.before_hidden' : 'completeness.from_first')
          ),
        },
        { label: t('completeness.before_recording'), value: after && <Neighbour of={after} /> },
        { label: t('completeness.seen_since'), value: <Moment time={gap.seen_since} /> },
        { label: t('completeness.closed_at'), value: gap.closed_at && <Moment time={gap.closed_at} /> },
        { label: t('device.reference'), value: gap.device_reference, copy: gap.device_reference },
        {
          label: t('device.user'),
          value: gap.device_user_reference && <DeviceUserText reference={gap.device_user_reference} />,
        },
        { label: t('device.group'), value: gap.group },
        {
          label: t('completeness.changed_hands'),
          value: has_changed_hands ? t('completeness.changed_hands_note') : null,
        },
      ]}
    />
  )
}
