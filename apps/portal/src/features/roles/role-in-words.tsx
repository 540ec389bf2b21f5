import type { Permission, Role, RolePreview } from '@holdfast/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { roleDescription } from '../../shared/access/role-description.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { grantsOf } from './grants/read-grants.ts'
import { fieldsOfRole, type RoleValues, valuesOfRole } from './grants/role-values.ts'
import { rulesOf } from './grants/rule-values.ts'
import { RoleVersions } from './history/role-versions.tsx'
import classes from './preview/permission.module.css'
import { PermissionSentence } from './preview/permission-sentence.tsx'
import { RoleMeaning } from './preview/role-meaning.tsx'
import { MembersPanel, RolePreviewPanel } from './preview/role-preview-panel.tsx'
import { roleTitles, roleWords } from './preview/role-words.ts'
import { useRolePreview } from './preview/use-role-preview.ts'

const limits = ['payload_types', 'cidr_ranges', 'alert_permissions', 'is_alertable'] as const

/** A role that the person can't change, as text. */
export const RoleInWords = ({ role }: { role: Role }) => {
  const t = useText()
  const values = valuesOfRole(role)
  const { preview, isStale } = useRolePreview(role.role_reference, fieldsOfRole(values), role.version)
  // A role that does the same everywhere is its actions: said once, in words.
  const isSameEverywhere = role.permissions.every(({ conditions = [] }) => conditions.length === 0)
  const meant = isSameEverywhere && preview ? { ...values, ...grantsOf(allowedBy(preview)) } : values
  const facts = [
    { label: t('roles.description'), value: roleDescription(role, t) },
    ...limits.map((field) => ({ label: t(roleTitles[field]), value: roleWords[field](values) || t('form.none') })),
  ]
  return (
    <DetailColumns
      main={
        <>
          <Panel>
            <Facts title={t('roles.about')} facts={facts} />
          </Panel>
          <RoleMeaning values={meant} />
          <StoredRules role={role} />
          {values.test_cases.length > 0 && (
            <Panel title={t('roles.tests')}>
              <TestCases cases={values.test_cases} results={preview?.test_results} />
            </Panel>
          )}
          <RoleVersions role={role} />
        </>
      }
      side={
        isSameEverywhere && preview ? (
          <MembersPanel preview={preview} isStale={isStale} isChange={false} role_reference={role.role_reference} />
        ) : (
          <RolePreviewPanel preview={preview} isStale={isStale} isChange={false} role_reference={role.role_reference} />
        )
      }
    />
  )
}

const allowedBy = ({ reach }: RolePreview): Permission[] =>
  reach
    .filter(({ group_count, without_group }) => group_count > 0 || without_group)
    .map(({ action }) => ({ actions_matching: action }))

/** The rules as they are stored, with their patterns: closed, because the words say what they come to. */
const StoredRules = ({ role }: { role: Role }) => {
  const t = useText()
  const [isOpen, { toggle }] = useDisclosure(false)
  return (
    <Panel title={t('roles.advanced')}>
      <Button
        size="compact-sm"
        variant="default"
        aria-expanded={isOpen}
        rightSection={<IconChevronDown size={14} aria-hidden style={{ rotate: isOpen ? '180deg' : '0deg' }} />}
        onClick={toggle}
      >
        {t('roles.stored_rules', { count: role.permissions.length })}
      </Button>
      {isOpen && (
        <>
          <Text size="sm" c="dimmed" mt="sm">
            {t('roles.permissions_hint')}
          </Text>
          <ul className={classes.list}>
            {rulesOf(role.permissions).map((permission) => (
              <li key={permission.id} className={classes.permission} data-denied={permission.is_denied}>
                <PermissionSentence rule={permission} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

interface TestCasesProps {
  cases: RoleValues['test_cases']
  results: readonly boolean[] | undefined
}

const TestCases = ({ cases, results }: TestCasesProps) => {
  const t = useText()
  return (
    <Stack gap="xs">
      {cases.map((testCase, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: test cases have no name of their own
        <Group key={place} justify="space-between" wrap="nowrap">
          <Text size="sm">
            {testCase.description} · {t(`action.${testCase.action}`)} ·{' '}
            {t(testCase.is_allowed ? 'roles.test_allowed' : 'roles.test_refused')}
          </Text>
          {results?.[place] !== undefined && (
            <Badge tone={results[place] ? 'good' : 'bad'}>
              {t(results[place] ? 'roles.test_holds' : 'roles.test_fails')}
            </Badge>
          )}
        </Group>
      ))}
    </Stack>
  )
}
