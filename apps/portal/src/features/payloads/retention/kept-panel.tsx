import { calls, type PayloadDetail, type RetentionExplanation } from '@holdfast/contract'
import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { errorInstead } from '../../../shared/api/api-error.ts'
import { useLoaded } from '../../../shared/forms/use-loaded.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { HeldTarget } from '../../../shared/legal-holds/held-target.tsx'
import { MatterOfHold } from '../../../shared/legal-holds/matter-of-hold.tsx'
import { usePeriodWords } from '../../../shared/retention/use-period-words.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from './kept-panel.module.css'

interface KeptPanelProps {
  payload: Pick<PayloadDetail, 'payload_reference' | 'payload_state'>
}

/** Why a recording is kept and until when, read when somebody asks: by which rule, holds and conditions. */
export const KeptPanel = ({ payload: { payload_reference, payload_state } }: KeptPanelProps) => {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  return (
    <Panel title={t('kept.title')}>
      {isAsked ? (
        <Explanation payloadReference={payload_reference} />
      ) : (
        <Button size="xs" variant="default" onClick={() => setAsked(true)}>
          {t(payload_state === 'Destroyed' ? 'kept.ask_destroyed' : 'kept.ask')}
        </Button>
      )}
    </Panel>
  )
}

const Explanation = ({ payloadReference }: { payloadReference: string }) => {
  const t = useText()
  const params = { payload_reference: payloadReference }
  const { data, error, refetch } = useLoaded(calls.explainRetention, params)
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={54} />
  return (
    <Stack gap="xs" role="status">
      <Summary of={data} />
      {data.payload_state === 'Destroyed' ? (
        <Text size="sm">{t('kept.details')}</Text>
      ) : (
        <>
          <RuleText of={data} />
          <Blocks of={data} />
          <StoreLock of={data} />
          <Change of={data} />
        </>
      )}
      <Holds of={data} />
    </Stack>
  )
}

interface PartProps {
  of: RetentionExplanation
}

/** The next step in its retention, as a sentence. */
const Summary = ({ of }: PartProps) => {
  const t = useText()
  const { payload_state, holds, blocks, delete_at, destroy_at, is_settled, can_be_deleted, can_be_destroyed } = of
  const { store_keeps_until } = of
  const isDue = blocks.length === 0 && destroy_at !== null && Date.parse(destroy_at) <= Date.now()
  const isKeptByStore = isDue && store_keeps_until !== null
  const sentence = () => {
    if (payload_state === 'Destroyed') return t('kept.destroyed')
    if (holds.length > 0) return t('kept.by_holds')
    if (can_be_destroyed) return t('kept.destroyed_next')
    if (can_be_deleted && payload_state !== 'Deleted') return t('kept.deleted_next')
    if (isKeptByStore) return t('kept.by_store')
    if (!is_settled) return t('kept.not_settled')
    if (blocks.some(({ code }) => code === 'no_policy')) return t('kept.no_policy')
    if (blocks.length > 0) return t('kept.by_conditions')
    return t(delete_at === null && destroy_at === null ? 'kept.always' : 'kept.by_rule')
  }
  return (
    <Text size="sm" fw={570}>
      {sentence()}
    </Text>
  )
}

const RuleText = ({ of: { rule, delete_at, destroy_at } }: PartProps) => {
  const t = useText()
  const can = useCan()
  const words = usePeriodWords()
  if (!rule) return null
  const { delete_after_days, destroy_after_days, retention_timestamp, policy_version } = rule
  const version = t('kept.policy_version', { version: policy_version })
  return (
    <div className={classes.part}>
      {can('retention:read') ? (
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/dashboard/account/retention" />}>
          {version}
        </Anchor>
      ) : (
        version
      )}
      {delete_after_days !== null && (
        <div>
          {t('kept.deleted_after', { period: words(delete_after_days) })}
          {delete_at && <Moment time={delete_at} />}
        </div>
      )}
      {destroy_after_days !== null && (
        <div>
          {t('kept.destroyed_after', { period: words(destroy_after_days) })}
          {destroy_at && <Moment time={destroy_at} />}
        </div>
      )}
      <div className={classes.from}>{t('kept.counted_from', { from: t(`retention.from_${retention_timestamp}`) })}</div>
    </div>
  )
}

const Blocks = ({ of: { blocks } }: PartProps) => {
  const t = useText()
  const shown = blocks.flatMap(({ code, missing }) => (code === 'no_policy' ? [] : { code, missing }))
  if (shown.length === 0) return null
  return (
    <ul className={classes.list}>
      {shown.map(({ code, missing }) => (
        <li key={code}>
          {t(`kept.block_${code}`)}
          {missing && missing.length > 0 && `: ${missing.join(', ')}`}
        </li>
      ))}
    </ul>
  )
}

const StoreLock = ({ of: { store_keeps_until } }: PartProps) => {
  const t = useText()
  return (
    store_keeps_until && (
      <Text size="sm">
        {t('kept.store_until')} <Moment time={store_keeps_until} />
      </Text>
    )
  )
}

const Holds = ({ of: { holds } }: PartProps) => {
  const t = useText()
  if (holds.length === 0) return null
  return (
    <ul className={classes.list}>
      {holds.map(({ matter_reference, target_type, target }) => (
        <li key={`${matter_reference} ${target_type} ${target}`}>
          {matter_reference === null || target_type === null || target === null ? (
            t('kept.a_hold')
          ) : (
            <>
              <MatterOfHold reference={matter_reference} /> · {t(`hold_target.${target_type}`)}{' '}
              <HeldTarget target_type={target_type} target={target} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The effect of the waiting policy change on it. */
const Change = ({ of: { change } }: PartProps) => {
  const t = useText()
  if (!change) return null
  const { effective_at, delete_at, destroy_at } = change
  return (
    <Text size="sm">
      {t('kept.change_waits')} <Moment time={effective_at} />
      {delete_at && (
        <>
          {' · '}
          {t('retention.deleted')} <Moment time={delete_at} />
        </>
      )}
      {destroy_at && (
        <>
          {' · '}
          {t('retention.destroyed')} <Moment time={destroy_at} />
        </>
      )}
    </Text>
  )
}
