import { calls, type LegalHold } from '@holdfast/contract'
import { List, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { readApi } from '../../shared/api/client.ts'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { TargetName } from '../../shared/legal-holds/held-target.tsx'
import { isWritten, ReasonInput, ReleaseRule } from '../../shared/legal-holds/release-fields.tsx'
import { stepOfRelease, toldOfRelease } from '../../shared/legal-holds/told-of-release.ts'
import { titleOfMatter } from '../../shared/legal-holds/use-matter.ts'
import { isOnPerson } from '../../shared/legal-holds/use-place-hold.ts'
import type { BatchItem } from '../../shared/list/selection/batch-run.ts'
import type { ActionDialogProps } from '../../shared/list/selection/selection-action.ts'

type ReleasedHold = Pick<LegalHold, 'hold_id' | 'target_type' | 'target' | 'matter_reference'>

/** What releasing a hold needs: rows that were selected before a reload are known by their key alone. */
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

/** Releases the selected holds for one reason, or asks for their release or confirms it. */
export const ReleaseHolds = ({ references, onStart, onClose }: ActionDialogProps) => {
  const t = useText()
  const [reason, setReason] = useState('')
  const holds = references.map(holdOf)
  const submit = () => onStart((keys) => releaseAll(keys.map(holdOf), reason.trim()))
  return (
    <DialogForm
      label={t('holds.release')}
      color="red"
      isComplete={isWritten(reason)}
      onSubmit={submit}
      onCancel={onClose}
    >
      <List size="sm">
        {holds.slice(0, mostNamed).map((hold) => (
          <List.Item key={hold.key}>
            <NameOfHold hold={hold} />
          </List.Item>
        ))}
        {holds.length > mostNamed && <List.Item>{t('holds.and_more', { count: holds.length - mostNamed })}</List.Item>}
      </List>
      <Text size="sm">{t('holds.frees_several')}</Text>
      <ReleaseRule isAsked={false} />
      <ReasonInput reason={reason} onChange={setReason} />
    </DialogForm>
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
