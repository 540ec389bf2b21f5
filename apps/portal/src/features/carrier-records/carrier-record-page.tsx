import { calls, isCarrierException } from '@holdfast/contract'
import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useParams } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { prefetchLoaded, readItemAgain, useLoaded } from '../../shared/forms/use-loaded.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useEvents } from '../../shared/live/use-events.ts'
import { useCan } from '../../shared/session/profile.ts'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'
import { RecordSides, WhoseFacts } from './record-details.tsx'
import { SignOffForm } from './sign-off-form.tsx'

export const prefetch = prefetchLoaded(calls.getCarrierRecord)

/** One record: what the carrier says beside what the recording says, whose it is, and signing it off. */
export default function CarrierRecordPage() {
  const t = useText()
  const intl = useIntl()
  const can = useCan()
  const [isSigning, signing] = useDisclosure(false)
  const { record_reference = '' } = useParams({ strict: false })
  const { data: record, error, refetch } = useLoaded(calls.getCarrierRecord, { record_reference })
  useEvents(({ kind }) => {
    if (kind === 'carrier_record') readItemAgain(calls.getCarrierRecord, { record_reference })
  })
  const failure = errorInstead(error, record)
  if (failure) return <ErrorState isScreen error={failure} onRetry={() => void refetch()} />
  if (!record) return <PageSkeleton />
  const { outcome, record_type, signed_off_at, time } = record
  const maySignOff = can('carrier_records:write') && signed_off_at === null && isCarrierException(outcome)
  return (
    <>
      <PageHeader
        title={t(`carrier.type_${record_type}`)}
        note={intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'medium' })}
      >
        <OutcomeBadge record={record} />
        {maySignOff && (
          <Button aria-haspopup="dialog" onClick={signing.open}>
            {t('carrier.sign_off')}
          </Button>
        )}
      </PageHeader>
      <DetailColumns
        main={
          <Panel>
            <RecordSides record={record} />
          </Panel>
        }
        side={
          <Panel>
            <WhoseFacts record={record} />
          </Panel>
        }
      />
      <Modal
        opened={isSigning}
        onClose={signing.close}
        title={t('carrier.sign_off')}
        centered
        closeButtonProps={{ 'aria-label': t('form.close') }}
      >
        <SignOffForm reference={record_reference} onDone={signing.close} />
      </Modal>
    </>
  )
}
