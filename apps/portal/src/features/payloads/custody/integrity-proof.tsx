import type { Payload, PayloadState, PayloadVerification } from '@holdfast/contract'
import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { type MessageId, useText } from '../../../shared/i18n/text.ts'
import { failureMessage } from '../../../shared/notices/notice.ts'
import { byteSize } from '../../../shared/ui/byte-size.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Facts } from '../../../shared/ui/facts.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { failureText } from '../content/failure-text.ts'
import { whyFailed } from '../content/why-not.ts'
import classes from './integrity.module.css'
import type { useVerification } from './use-verification.ts'

type Checking = ReturnType<typeof useVerification>

interface ProofProps {
  payload: Payload
  checking: Checking
}

/** How it is known that the content is what the handset recorded, and 'Verify now', which reads all of it again. */
export const IntegrityProof = ({ payload, checking }: ProofProps) => {
  const { verification, error, retry } = checking
  const failure = errorInstead(error, verification)
  if (failure) return <ErrorState error={failure} onRetry={retry} />
  if (!verification) return <Skeleton height={320} radius="md" />
  return (
    <Stack gap="lg">
      <Steps payload={payload} verification={verification} />
      <VerifyNow payload={payload} checking={checking} verification={verification} />
      <Seal payload={payload} verification={verification} />
    </Stack>
  )
}

interface WithVerification {
  payload: Payload
  verification: PayloadVerification
}

/** It is going to be processed. */
const awaitedStates: readonly PayloadState[] = ['Recorded', 'Uploaded', 'Scanning']

const Steps = ({ payload, verification }: WithVerification) => {
  const t = useText()
  const { uploaded_at, damaged_at, payload_state, failure, is_legacy } = payload
  const { verified_at, verified_by } = verification
  const isUnopened = payload_state === 'Failed'
  const isWronglySealed = isUnopened && whyFailed(failure) === 'why.failed'
  const isAwaited = awaitedStates.some((state) => state === payload_state)
  const wasVerified = verified_by ? t('integrity.verified_by', { who: verified_by }) : t('integrity.verified_body')
  const verifiedText = verified_at ? wasVerified : isAwaited && t('integrity.verified_later')
  return (
    <ol className={classes.steps}>
      <Step mark="done" title={is_legacy ? 'integrity.imported' : 'integrity.sealed'} time={null}>
        {!isWronglySealed && t(is_legacy ? 'integrity.imported_body' : 'integrity.sealed_body')}
      </Step>
      <Step mark={uploaded_at ? 'done' : 'open'} title="custody.uploaded" time={uploaded_at}>
        {uploaded_at && !is_legacy && t('integrity.arrived_body')}
      </Step>
      {(verified_at || !isUnopened) && (
        <Step mark={verified_at ? 'done' : 'open'} title="integrity.verified" time={verified_at}>
          {verifiedText}
        </Step>
      )}
      {damaged_at !== null && !isUnopened && (
        <Step mark="bad" title="custody.damaged" time={damaged_at}>
          {t('integrity.damaged_body')}
        </Step>
      )}
      {isUnopened && (
        <Step mark="bad" title="event.payload_failed" time={damaged_at}>
          {t(whyFailed(failure))}
        </Step>
      )}
    </ol>
  )
}

const marks = { done: IconCircleCheck, open: IconCircleDashed, bad: IconAlertTriangle } as const

interface StepProps {
  mark: keyof typeof marks
  title: MessageId
  time: string | null
  children: ReactNode
}

const Step = ({ mark, title, time, children }: StepProps) => {
  const t = useText()
  const Mark = marks[mark]
  return (
    <li className={classes.step} data-mark={mark}>
      <Mark size={20} aria-hidden className={classes.mark} />
      <div className={classes.stepText}>
        <div className={classes.stepHead}>
          <span className={classes.stepTitle}>{t(title)}</span>
          <span className={classes.time}>
            {time ? <Moment time={time} withSeconds /> : mark === 'open' && t('custody.missing')}
          </span>
        </div>
        {children && <p className={classes.stepBody}>{children}</p>}
      </div>
    </li>
  )
}

const VerifyNow = ({ payload, checking, verification }: ProofProps & WithVerification) => {
  const t = useText()
  const intl = useIntl()
  const { progress, verify, isAsking, refusal } = checking
  const { not_verifiable } = verification
  if (not_verifiable) {
    return (
      <Text size="sm" c="dimmed">
        {t(`integrity.${not_verifiable}`)}
      </Text>
    )
  }
  return (
    <section className={classes.verify} aria-label={t('integrity.verify')}>
      <Text size="sm" role="status">
        {resultText(t, intl, verification, progress, payload.size)}
      </Text>
      {progress && (
        <Progress
          value={100 * progress.share}
          animated={progress.state === 'running'}
          aria-label={t('integrity.progress_label')}
        />
      )}
      {refusal && (
        <Alert color="yellow" role="alert" py="xs">
          {failureMessage(refusal)}
        </Alert>
      )}
      <Group justify="space-between" align="center">
        <Text size="xs" c="dimmed" className={classes.hint}>
          {t('integrity.hint', { size: byteSize(intl, payload.size ?? 0) })}
        </Text>
        <Button size="xs" loading={isAsking} disabled={progress !== null} onClick={verify}>
          {t('integrity.verify')}
        </Button>
      </Group>
    </section>
  )
}

type Intl = ReturnType<typeof useIntl>

const resultText = (
  t: ReturnType<typeof useText>,
  intl: Intl,
  { state, ended_at, requested_by, found }: PayloadVerification,
  progress: Checking['progress'],
  size: number | null,
): string => {
  if (progress?.state === 'waiting') return t('integrity.waiting')
  if (progress) {
    const read = byteSize(intl, Math.round(progress.share * (size ?? 0)))
    return t('integrity.running', { read, size: byteSize(intl, size ?? 0) })
  }
  if (state === 'failed') return t('integrity.failed')
  if ((state !== 'intact' && state !== 'damaged') || !ended_at) return t('integrity.none')
  const time = intl.formatDate(ended_at, { dateStyle: 'medium', timeStyle: 'medium' })
  const values = { time, who: requested_by ?? '–', found: failureText(t, found) }
  return t(state === 'intact' ? 'integrity.result_intact' : 'integrity.result_damaged', values)
}

const Seal = ({ payload, verification }: WithVerification) => {
  const t = useText()
  const intl = useIntl()
  const { checksum, size, key_id } = payload
  return (
    <Facts
      title={t('integrity.seal')}
      facts={[
        { label: t('payload.checksum'), value: checksum, copy: checksum },
        { label: t('payload.sealed_size'), value: size === null ? null : byteSize(intl, size) },
        { label: t('integrity.encryption'), value: key_id && t('integrity.encryption_value') },
        { label: t('payload.key'), value: key_id, copy: key_id },
        { label: t('integrity.wrapping'), value: verification.key_wrapping },
      ]}
    />
  )
}
