import type { HeldTargetType } from '@holdfast/contract'
import { Input, Pill, PillGroup, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { type FilterField, valuesOf } from '../list/filter-fields.ts'
import { FoundInput } from '../list/found-input.tsx'
import { usePageWidth } from '../list/use-page-width.ts'
import { TargetName } from './held-target.tsx'
import { keyOfTarget, type Target } from './use-place-hold.ts'

const kinds = ['DeviceUser', 'PortalUser', 'Group', 'Payload'] as const satisfies readonly HeldTargetType[]
type Kind = (typeof kinds)[number]

const fields = {
  DeviceUser: { kind: 'found', finds: 'device_user', name: 'target', label: 'hold_target.DeviceUser' },
  PortalUser: { kind: 'found', finds: 'portal_user', name: 'target', label: 'hold_target.PortalUser' },
  Group: { kind: 'found', finds: 'group', name: 'target', label: 'hold_target.Group' },
  Payload: { kind: 'found', finds: 'payload', name: 'target', label: 'hold_target.Payload' },
} as const satisfies Record<Kind, FilterField>

/** More would be placed for minutes: a filter holds any number. */
const mostTargets = 100

interface TargetInputProps {
  targets: readonly Target[]
  onChange: (targets: readonly Target[]) => void
}

/** Chooses people, groups and recordings of several kinds, each of which becomes a chip. */
export const TargetInput = ({ targets, onChange }: TargetInputProps) => {
  const t = useText()
  const isNarrow = usePageWidth() === 'narrow'
  const [kind, setKind] = useState<Kind>('DeviceUser')
  const ofKind = targets.filter(({ target_type }) => target_type === kind).map(({ target }) => target)
  const others = targets.filter(({ target_type }) => target_type !== kind)
  const remove = (removed: Target) => onChange(targets.filter((target) => keyOfTarget(target) !== keyOfTarget(removed)))
  return (
    <>
      <Input.Wrapper label={t('holds.on')} labelElement="div">
        <SegmentedControl
          fullWidth
          size="xs"
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          aria-label={t('holds.on')}
          value={kind}
          onChange={(next) => setKind(next as Kind)}
          data={kinds.map((one) => ({ value: one, label: t(`hold_target.${one}`) }))}
        />
      </Input.Wrapper>
      <FoundInput
        key={kind}
        field={fields[kind]}
        filter={{ target: ofKind }}
        onChange={(filter) => {
          const chosen = valuesOf(filter, 'target').map((target) => ({ target_type: kind, target }))
          onChange([...others, ...chosen].slice(0, mostTargets))
        }}
        most={mostTargets - others.length}
        isFoundOnly
      />
      <Text size="sm" c="dimmed">
        {t(`holds.reach_${kind}`)}
      </Text>
      {others.length > 0 && (
        <Input.Wrapper label={t('holds.also_on')} labelElement="div">
          <PillGroup role="group" aria-label={t('holds.also_on')}>
            {others.map((target) => (
              <Pill
                key={keyOfTarget(target)}
                withRemoveButton
                onRemove={() => remove(target)}
                removeButtonProps={{ 'aria-label': t('holds.remove_target', { target: target.target }), tabIndex: 0 }}
              >
                {t(`hold_target.${target.target_type}`)} <TargetName {...target} />
              </Pill>
            ))}
          </PillGroup>
        </Input.Wrapper>
      )}
    </>
  )
}
