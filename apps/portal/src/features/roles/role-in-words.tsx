import type { Role } from '@holdfast/contract'
import { Group, Stack, Text } from '@mantine/core'
import { roleDescription } from '../../shared/access/role-description.ts'
import { useText } from '../../shared/i18n/text.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { DetailColumns } from '../../shared/ui/detail-columns.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './permission-input.module.css'
import { PermissionSentence } from './permission-sentence.tsx'
import { RoleMeaning } from './role-meaning.tsx'
import { RolePreviewPanel } from './role-preview-panel.tsx'
import { fieldsOfRole, type RoleValues, valuesOfRole } from './role-values.ts'
import { RoleVersions } from './role-versions.tsx'
import { roleTitles, roleWords } from './role-words.ts'
import { rulesOf } from './rule-values.ts'
import { useRolePreview } from './use-role-preview.ts'

const limits = ['payload_types', 'cidr_ranges', 'alert_permissions', 'is_alertable'] as const

/** A role that the person can't change, as text. */
export const RoleInWords = ({ role }: { role: Role }) => {
  const t = useText()
  const values = valuesOfRole(role)
  const { preview, isStale } = useRolePreview(role.role_reference, fieldsOfRole(values), role.version)
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
          <Panel title={t('roles.permissions_title')}>
            <Text size="sm" c="dimmed">
              {t('roles.permissions_hint')}
            </Text>
            <ul className={classes.list}>
              {rulesOf(role.permissions).map((permission) => (
                <li key={permission.id} className={classes.permission} data-denied={permission.is_denied}>
                  <PermissionSentence rule={permission} />
                </li>
              ))}
            </ul>
          </Panel>
          {values.test_cases.length > 0 && (
            <Panel title={t('roles.tests')}>
              <TestCases cases={values.test_cases} results={preview?.test_results} />
            </Panel>
          )}
          <RoleVersions role={role} />
        </>
      }
      side={
        <>
          <RoleMeaning values={values} />
          <RolePreviewPanel preview={preview} isStale={isStale} isChange={false} />
        </>
      }
    />
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
