import { amendmentOfParty, type PayloadDetail } from '@holdfast/contract'
import {
  clockTime,
  displayText,
  durationSeconds,
  otherStatedSeconds,
  type Party,
  partiesOf,
  partyName,
  reportedParties,
} from '@holdfast/words'
import { useIntl } from 'react-intl'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { BetweenLink } from '../../../shared/recordings/between.tsx'
import { DeviceUserLink } from '../../../shared/recordings/who-text.tsx'
import { ReportedText } from '../../../shared/reported/reported-text.tsx'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { DeviceLink } from '../../../shared/ui/device-links.tsx'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { AmendDetails } from '../amending/amend-details.tsx'
import { Amended } from '../amending/amended.tsx'
import { CameraFacts } from './camera-facts.tsx'
import { useDeviceFacts } from './device-facts.ts'

/** A message can have thousands. */
const mostParties = 100

interface FactsProps {
  payload: PayloadDetail
}

/** The facts about a recording, in groups. */
export const PayloadFacts = ({ payload }: FactsProps) => {
  const t = useText()
  const deviceFacts = useDeviceFacts(payload)
  return (
    <>
      <PeopleFacts payload={payload} />
      <RecordingFacts payload={payload} />
      {payload.payload_type === 'Photo' && <CameraFacts payload={payload} />}
      <Facts title={t('facts.device')} facts={deviceFacts} />
      <CustodyFacts payload={payload} />
    </>
  )
}

const PeopleFacts = ({ payload }: FactsProps) => {
  const t = useText()
  const { meta, amendments } = payload
  const parties = partiesOf(payload)
  const reported = reportedParties(payload)
  const personal = amendments?.personal
  const user = payload.device_user_reference
  const namedParty = (party: Party) =>
    [party.name && partyName(party, ''), party.number ?? t('payload.unknown_number')].filter(Boolean).join(', ')
  return (
    <Facts
      title={t('facts.people')}
      action={<AmendDetails payload={payload} />}
      facts={[
        {
          label: t('payload.who'),
          value: payload.device_user_reference && <DeviceUserLink reference={payload.device_user_reference} />,
          copy: payload.device_user_reference,
        },
        {
          label: t('payload.device'),
          value: <DeviceLink reference={payload.device_reference} />,
          copy: payload.device_reference,
        },
        { label: t('payload.group'), value: payload.group, copy: payload.group },
        { label: t('payload.direction'), value: meta.direction && t(`direction.${meta.direction}`) },
        ...parties.slice(0, mostParties).map((party, index) => ({
          label: t('payload.party', { place: index + 1 }),
          value: (
            <>
              <Amended amendment={amendmentOfParty(amendments, party.number)} was={reported[index]?.name ?? null}>
                {namedParty(party)}
              </Amended>
              {user && party.number && (
                <BetweenLink person={user} number={party.number} name={party.name && displayText(party.name)} />
              )}
            </>
          ),
          copy: party.number,
        })),
        {
          label: t('payload.parties'),
          value:
            parties.length > mostParties ? t('payload.further_parties', { count: parties.length - mostParties }) : null,
        },
        {
          label: t('amend.personal_by'),
          value: personal && (
            <Amended amendment={personal} by="amend.marked_by">
              {displayText(personal.reason)}
            </Amended>
          ),
        },
      ]}
    />
  )
}

const RecordingFacts = ({ payload }: FactsProps) => {
  const t = useText()
  const intl = useIntl()
  const { meta, media, amendments } = payload
  const notes = amendments?.notes
  const seconds = durationSeconds(payload)
  const stated = otherStatedSeconds(payload)
  const yesNo = (value: boolean | undefined) => (value === undefined ? null : t(value ? 'list.yes' : 'list.no'))
  return (
    <Facts
      title={t('facts.recording')}
      facts={[
        { label: t('payload.kind'), value: t(`kind.${payload.payload_type}`) },
        {
          label: t('payload.duration'),
          value:
            seconds === null
              ? null
              : stated === null
                ? clockTime(seconds)
                : t('payload.duration_differs', { measured: clockTime(seconds), stated: clockTime(stated) }),
        },
        { label: t('payload.end_time'), value: meta.end_time && <Moment time={meta.end_time} withSeconds /> },
        { label: t('payload.content_type'), value: media?.content_type ?? meta.content_type },
        { label: t('payload.size'), value: media && byteSize(intl, media.size) },
        {
          label: t('payload.dimensions'),
          value:
            media?.width && media.height
              ? t('payload.dimensions_value', { width: media.width, height: media.height })
              : null,
        },
        {
          label: t('payload.sample_rate'),
          value:
            media?.sample_rate &&
            intl.formatNumber(media.sample_rate / 1000, { maximumFractionDigits: 1 }).concat(' kHz'),
        },
        {
          label: t('payload.voice_source'),
          value: meta.voice_source && <ReportedText kind="voice_source" value={meta.voice_source} />,
        },
        { label: t('payload.intermittent'), value: yesNo(meta.is_intermittent) },
        { label: t('payload.reason_for_blocking'), value: meta.reason_for_blocking },
        {
          label: t('payload.notes'),
          value: (notes || meta.notes) && (
            <Amended amendment={notes} was={meta.notes ?? null}>
              {displayText((notes ? notes.text : meta.notes) || t('amend.no_notes'))}
            </Amended>
          ),
        },
        { label: t('payload.length'), value: meta.length },
        { label: t('payload.message_id'), value: meta.message_id, copy: meta.message_id ?? null },
        { label: t('payload.thread'), value: meta.thread_id, copy: meta.thread_id ?? null },
        {
          label: t('payload.unusual'),
          value: payload.unusual.length > 0 ? payload.unusual.map((mark) => t(`unusual.${mark}`)).join('; ') : null,
        },
      ]}
    />
  )
}

const CustodyFacts = ({ payload }: FactsProps) => {
  const t = useText()
  const intl = useIntl()
  return (
    <Facts
      title={t('facts.custody')}
      facts={[
        { label: t('payload.reference'), value: payload.payload_reference, copy: payload.payload_reference },
        {
          label: t('payload.legacy_reference'),
          value: payload.legacy_reference && <bdi>{payload.legacy_reference}</bdi>,
          copy: payload.legacy_reference,
        },
        { label: t('payload.legacy_source'), value: payload.legacy_source && <bdi>{payload.legacy_source}</bdi> },
        {
          label: t('payload.sequence'),
          value: payload.sequence === null ? null : intl.formatNumber(payload.sequence),
        },
        { label: t('payload.checksum'), value: payload.checksum, copy: payload.checksum },
        { label: t('payload.sealed_size'), value: payload.size === null ? null : byteSize(intl, payload.size) },
        { label: t('payload.key'), value: payload.key_id, copy: payload.key_id },
        {
          label: t('payload.receipt_by'),
          value: payload.receipt_confirmed_by && <Colleague author={payload.receipt_confirmed_by} />,
        },
        { label: t('detail.updated_by'), value: payload.updated_by && <Colleague author={payload.updated_by} /> },
        { label: t('payload.changed'), value: <Moment time={payload.updated_at} withSeconds /> },
      ]}
    />
  )
}
