import { calls, type LegalHold } from '@holdfast/contract'
import { List, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { readApi } from '../../shared/api/client.ts'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { Colleague } from '../../shared/found/colleague.tsx'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { TargetName } from '../../shared/legal-holds/held-target.tsx'
import { isWritten, ReasonInput, ReleaseRule } from '../../shared/legal-holds/release-fields.tsx'
import { stepOfRelease, toldOfRelease } from '../../shared/legal-holds/told-of-release.ts'
import { titleOfMatter } from '../../shared/legal-holds/use-matter.ts'
import { isOnPerson } from '../../shared/legal-holds/use-place-hold.ts'
import type { BatchItem } from '../../shared/list/selection/batch-run.ts'
import type { ActionDialogProps } from '../../shared/list/selection/selection-action.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { type ReleaseStep, useReleaseSteps } from './use-release-steps.ts'

type ReleasedHold = Pick<LegalHold, 'hold_id' | 'target_type' | 'target' | 'matter_reference'>

/** The facts needed to release a hold. Rows that were selected before a reload are known by their key alone. */
export const keyOfHold = ({ hold_id, target_type, target, matter_reference }: LegalHold): string =>
  JSON.stringify({ hold_id, target_type, target, matter_reference } satisfies ReleasedHold)

const holdOf = (key: string): ReleasedHold & { key: string } => ({ key, ...(JSON.parse(key) as ReleasedHold) })
type Selected = ReturnType<typeof holdOf>

export const NameOfHold = ({ hold }: { hold: Pick<LegalHold, 'target_type' | 'target' | 'matter_reference'> }) => (
  <>
    <TargetName {...hold} /> · <bdi>{titleOfMatter(hold.matter_reference) ?? hold.matter_reference}</bdi>
  </>
)

/** More are counted. */
const mostNamed = 8

/** In the order in which they are shown. */
const steps = ['release', 'ask', 'confirm', 'own', 'waits'] as const satisfies readonly ReleaseStep[]

/** The button says what it does: some of the holds may be waiting for this person's confirmation. */
const labelOf = (step: ReadonlySet<ReleaseStep>): MessageId => {
  if (step.has('confirm')) return step.has('ask') ? 'holds.ask_and_confirm' : 'holds.confirm_release'
  return step.has('ask') ? 'holds.ask_release' : 'holds.release'
}

/** Releases the selected holds for one reason, or asks for their release or confirms it, and says which of these it does to each. */
export const ReleaseHolds = ({ references, onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const holds = references.map(holdOf)
  const { stepOf, asked, error, isLoading, readAgain } = useReleaseSteps(holds)
  const byStep = Map.groupBy(holds, ({ hold_id }) => stepOf(hold_id))
  const submit = () => onStart((keys) => releaseAll(keys.map(holdOf), reason.trim()))
  if (error) return <ErrorState error={error} onRetry={readAgain} />
  if (isLoading) return <Skeleton height={160} />
  return (
    <DialogForm
      label={t(labelOf(new Set(byStep.keys())))}
      color="red"
      isComplete={isWritten(reason)}
      onSubmit={submit}
      onCancel={onClose}
    >
      {steps.map((step) => (
        <HoldsOfStep key={step} step={step} holds={byStep.get(step) ?? []} asked={asked} />
      ))}
      <Text size="sm">{t('holds.frees_several')}</Text>
      <ReleaseRule isAsked />
      <ReasonInput reason={reason} onChange={setReason} />
    </DialogForm>
  )
}

interface HoldsOfStepProps {
  step: ReleaseStep
  holds: readonly Selected[]
  asked: ReadonlyMap<string, LegalHold>
}

const HoldsOfStep = ({ step, holds, asked }: HoldsOfStepProps) => {
  const t = useText()
  if (holds.length === 0) return null
  return (
    <div>
      {step !== 'release' && (
        <Text size="sm" fw={570}>
          {t(`holds.step_${step}`, { count: holds.length })}
        </Text>
      )}
      <List size="sm">
        {holds.slice(0, mostNamed).map((hold) => (
          <List.Item key={hold.key}>
            <NameOfHold hold={hold} />
            {step === 'confirm' && <AskedFor hold={asked.get(hold.hold_id)} />}
          </List.Item>
        ))}
        {holds.length > mostNamed && <List.Item>{t('holds.and_more', { count: holds.length - mostNamed })}</List.Item>}
      </List>
    </div>
  )
}

/** The person who asked for the release of a hold, and the reason. */
const AskedFor = ({ hold }: { hold: LegalHold | undefined }) => {
  const t = useText()
  if (!hold || hold.release_asked_by === null) return null
  return (
    <Text size="sm" c="dimmed">
      {t('holds.asked_by')} <Colleague author={hold.release_asked_by} />
      {hold.release_reason !== null && (
        <>
          {': '}
          <bdi>{hold.release_reason}</bdi>
        </>
      )}
    </Text>
  )
}

/** Holds on people are released one by one; others of a matter together. */
const releaseAll = async (holds: readonly Selected[], reason: string): Promise<BatchItem[]> => {
  const results: BatchItem[] = []
  for (const hold of holds.filter(isOnPerson)) results.push(await releaseOfPerson(hold, reason))
  const others = holds.filter((hold) => !isOnPerson(hold))
  for (const [matter_reference, ofMatter] of Map.groupBy(others, (hold) => hold.matter_reference)) {
    results.push(...(await releaseOfMatter(matter_reference, ofMatter, reason)))
  }
  return results
}

type OnPerson = Extract<LegalHold['target_type'], 'DeviceUser' | 'PortalUser'>

const releaseOfPerson = async (hold: Selected & { target_type: OnPerson }, reason: string): Promise<BatchItem> => {
  const { key, target_type, target, matter_reference } = hold
  const body = { target_type, target, matter_reference, reason }
  try {
    const { items } = await readApi(calls.releaseLegalHold, { params: { target_type, target }, body })
    const step = stepOfRelease(items.find(({ hold_id }) => hold_id === hold.hold_id))
    return { key, result: step, message: toldOfRelease(step) }
  } catch (error) {
    // Without an answer, the whole batch can be sent again.
    if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
    return { key, result: 'refused', code: error.code, message: error.message }
  }
}

const releaseOfMatter = async (
  matter_reference: string,
  holds: readonly Selected[],
  reason: string,
): Promise<BatchItem[]> => {
  const of = (type: LegalHold['target_type']) =>
    holds.flatMap(({ target_type, target }) => (target_type === type ? [target] : []))
  const [groups, payload_references] = [of('Group'), of('Payload')]
  const { items } = await readApi(calls.releaseMatterHolds, {
    params: { matter_reference },
    body: {
      reason,
      ...(groups.length > 0 && { groups }),
      ...(payload_references.length > 0 && { payload_references }),
    },
  })
  return holds.map(({ key, target_type, target }) => {
    const outcome = items.find((item) => item.target_type === target_type && item.target === target)
    if (!outcome || outcome.result === 'refused') return { key, result: 'refused', code: outcome?.code }
    return { key, result: outcome.result, message: toldOfRelease(outcome.result) }
  })
}
