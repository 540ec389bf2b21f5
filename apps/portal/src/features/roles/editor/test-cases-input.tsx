import { type PayloadType, payloadTypes, type RoleTestCase } from '@holdfast/contract'
import { Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core'
import { GroupInput } from '../../../shared/access/group-input.tsx'
import { AddButton } from '../../../shared/forms/add-button.tsx'
import { RemoveButton } from '../../../shared/forms/remove-button.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { Badge } from '../../../shared/ui/badge.tsx'
import { TestedActionInput } from './tested-action-input.tsx'

interface TestCasesInputProps {
  cases: readonly RoleTestCase[]
  /** The result of each case by index; undefined while unknown. */
  results: readonly boolean[] | undefined
  onChange: (cases: RoleTestCase[]) => void
}

const newCase = (description: string): RoleTestCase => ({
  description,
  action: 'payloads:play',
  group_reference: null,
  payload_type: 'Call',
  address: null,
  is_allowed: true,
})

/** Test cases that the role has to pass on every save. */
export const TestCasesInput = ({ cases, results, onChange }: TestCasesInputProps) => {
  const t = useText()
  const change = (place: number, changed: Partial<RoleTestCase>) =>
    onChange(cases.map((old, index) => (index === place ? { ...old, ...changed } : old)))
  return (
    <Stack gap="md">
      {cases.map((testCase, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: test cases have no name of their own
        <Stack key={place} gap={6} role="group" aria-label={t('roles.test_case', { number: place + 1 })}>
          <Group gap="xs" wrap="nowrap">
            <TextInput
              size="xs"
              flex={1}
              aria-label={t('roles.test_description')}
              value={testCase.description}
              maxLength={255}
              onChange={(event) => change(place, { description: event.currentTarget.value })}
            />
            {results?.[place] !== undefined && (
              <Badge tone={results[place] ? 'good' : 'bad'}>
                {t(results[place] ? 'roles.test_holds' : 'roles.test_fails')}
              </Badge>
            )}
            <RemoveButton
              what={t('roles.test_case', { number: place + 1 })}
              onClick={() => onChange(cases.filter((_, index) => index !== place))}
            />
          </Group>
          <Group gap="xs">
            <TestedActionInput value={testCase.action} onChange={(action) => change(place, { action })} />
            <GroupInput
              size="xs"
              flex="1 1 8rem"
              aria-label={t('roles.test_group')}
              placeholder={t('roles.test_group')}
              value={testCase.group_reference}
              onChange={(group_reference) => change(place, { group_reference })}
            />
            <Select
              size="xs"
              flex="1 1 8rem"
              aria-label={t('roles.test_kind')}
              placeholder={t('roles.test_kind')}
              data={payloadTypes.map((type) => ({ value: type, label: t(`kind.${type}`) }))}
              value={testCase.payload_type}
              clearable
              onChange={(type) => change(place, { payload_type: type as PayloadType | null })}
            />
            <TextInput
              size="xs"
              flex="1 1 7rem"
              aria-label={t('roles.test_address')}
              placeholder={t('roles.test_address')}
              value={testCase.address ?? ''}
              onChange={(event) => change(place, { address: event.currentTarget.value || null })}
            />
            <SegmentedControl
              size="xs"
              aria-label={t('roles.test_expected')}
              value={String(testCase.is_allowed)}
              onChange={(expected) => change(place, { is_allowed: expected === 'true' })}
              data={[
                { value: 'true', label: t('roles.test_allowed') },
                { value: 'false', label: t('roles.test_refused') },
              ]}
            />
          </Group>
        </Stack>
      ))}
      <AddButton size="compact-xs" onClick={() => onChange([...cases, newCase(t('roles.test_new'))])}>
        {t('roles.add_test')}
      </AddButton>
    </Stack>
  )
}
