import { calls, type Role, type RoleVersion } from '@holdfast/contract'
import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMemo } from 'react'
import { Colleague } from '../../../shared/found/colleague.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { ErrorState } from '../../../shared/ui/error-state.tsx'
import { Moment } from '../../../shared/ui/moment.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from '../preview/permission.module.css'
import { RoleDifferenceText } from '../preview/role-difference-text.tsx'
import { CompareVersions } from './compare-versions.tsx'
import { type HistoryEntry, historyOf } from './role-history.ts'

const noFilter = {}
const versionsAtOnce = 20
const draftsAtOnce = 100

interface VersionProps extends HistoryEntry {
  /** Absent for the version that is in force, and for people who can't change the role. */
  onGoBack: (() => void) | undefined
  /** Who had handed it over, if somebody else approved it. */
  author: string | undefined
}

const Version = ({
  version: { version, updated_by, updated_at, ...fields },
  before,
  onGoBack,
  author,
}: VersionProps) => {
  const t = useText()
  const name = t('roles.version', { version })
  return (
    <Stack component="li" gap={6} className={classes.permission}>
      <Group justify="space-between" align="flex-start">
        <Text size="sm">
          <strong>{name}</strong> · <Colleague author={updated_by} /> · <Moment time={updated_at} />
          {author && (
            <>
              {' · '}
              {t('role_drafts.handed_over_by')}: <Colleague author={author} />
            </>
          )}
        </Text>
        {onGoBack && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('roles.version_go_back_to', { version })}
            onClick={onGoBack}
          >
            {t('roles.version_go_back')}
          </Button>
        )}
      </Group>
      {before !== undefined && <RoleDifferenceText before={before} after={fields} />}
    </Stack>
  )
}

interface RoleVersionsProps {
  role: Role
  onGoBack?: (version: RoleVersion) => void
}

const Versions = ({ role, onGoBack }: RoleVersionsProps) => {
  const t = useText()
  const { rows, error, isLoading, hasMore, isLoadingMore, loadMore, reload } = useList({
    call: calls.listRoleVersions,
    params: { role_reference: role.role_reference },
    filter: noFilter,
    pageRows: versionsAtOnce,
  })
  const approved = useMemo(() => ({ kind: 'role', state: 'approved', subject: role.role_reference }), [role])
  const drafts = useList({ call: calls.listRoleDrafts, filter: approved, pageRows: draftsAtOnce })
  if (error) return <ErrorState error={error} onRetry={reload} />
  if (isLoading) return <Loader size="sm" />
  const history = historyOf(role, rows)
  return (
    <Stack>
      {history.length > 2 && <CompareVersions versions={history.map(({ version }) => version)} />}
      <ul className={classes.list}>
        {history.map(({ version, before }) => (
          <Version
            key={version.version}
            version={version}
            before={before}
            author={drafts.rows.find(({ decided_at }) => decided_at === version.updated_at)?.handed_over_by}
            onGoBack={version.version < role.version && onGoBack ? () => onGoBack(version) : undefined}
          />
        ))}
      </ul>
      {hasMore && (
        <Group>
          <Button size="xs" variant="default" loading={isLoadingMore} onClick={loadMore}>
            {t('roles.versions_more')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

/** What a role was before, what each change did, and a way back. Read when somebody asks for it. */
export const RoleVersions = (props: RoleVersionsProps) => {
  const t = useText()
  const [isShown, { open }] = useDisclosure(false)
  if (props.role.is_system) return null
  return (
    <Panel title={t('roles.versions')}>
      {isShown ? (
        <Versions {...props} />
      ) : (
        <Group justify="space-between">
          <Text size="sm">{t('roles.version', { version: props.role.version })}</Text>
          {props.role.version > 1 && (
            <Button size="compact-sm" variant="default" onClick={open}>
              {t('roles.versions_show')}
            </Button>
          )}
        </Group>
      )}
    </Panel>
  )
}
