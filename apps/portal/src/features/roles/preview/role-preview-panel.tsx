import { type ActionReach, payloadTypes, type RolePreview } from '@holdfast/contract'
import { Alert, Group, List, Stack, Text } from '@mantine/core'
import { ImpactLines } from '../../../shared/access/impact-lines.tsx'
import { OpenReviewsNote, reviewersAmong } from '../../../shared/access/open-reviews-note.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import classes from './role-preview-panel.module.css'

const Reach = ({ reach, total }: { reach: ActionReach; total: number }) => {
  const t = useText()
  const isEverywhere = reach.group_count === total && total > 0
  const where = isEverywhere ? t('roles.reach_all') : t('roles.reach_some', { count: reach.group_count, total })
  return (
    <li className={classes.row}>
      <span>
        {t(`action.${reach.action}`)}
        {reach.payload_types && reach.payload_types.length < payloadTypes.length && (
          <Text span size="xs" c="dimmed">
            {' '}
            {reach.payload_types.map((type) => t(`kind.${type}`)).join(', ')}
          </Text>
        )}
      </span>
      <span className={classes.where} title={isEverywhere ? undefined : reach.groups.join(', ')}>
        {reach.group_count === 0 && reach.without_group ? t('roles.reach_account') : where}
      </span>
    </li>
  )
}

const asImpact = ({ user_reference, display_name, ...change }: RolePreview['members']['changes'][number]) => ({
  kind: 'person' as const,
  reference: display_name === null ? user_reference : `${display_name} (${user_reference})`,
  ...change,
})

interface RolePreviewPanelProps {
  preview: RolePreview | undefined
  isStale: boolean
  /** Whether the role would be another one than the stored one. */
  isChange: boolean
  /** The stored role, which leads to the people who have it. */
  role_reference?: string | undefined
}

/**
 * What the edited role would give, and who has it. Of a change, `MembersPanel` beside the button that saves or approves it tells who
 * would gain or lose access.
 */
export const RolePreviewPanel = ({ preview, isStale, isChange, role_reference }: RolePreviewPanelProps) => {
  const t = useText()
  if (!preview) {
    return (
      <Panel title={t('roles.preview')}>
        <p className={classes.note}>{t('roles.preview_later')}</p>
      </Panel>
    )
  }
  const { problems, exceeds_own: exceeds, reach, group_total: total } = preview
  return (
    <>
      <Panel title={t('roles.preview')}>
        <Stack gap="sm" className={isStale ? classes.stale : undefined} aria-live="polite">
          {problems.length > 0 && (
            <Alert color="red" title={t('roles.problems')}>
              <List size="sm">
                {problems.map(({ path, message }) => (
                  <List.Item key={`${path}${message}`}>{message}</List.Item>
                ))}
              </List>
            </Alert>
          )}
          {exceeds && (
            <Alert color="red" title={t('roles.exceeds')}>
              {t(exceeds.ends_sooner ? 'roles.ends_sooner_body' : 'roles.exceeds_body', {
                action: t(`action.${exceeds.action}`),
              })}
            </Alert>
          )}
          {problems.length === 0 && reach.length === 0 && <p className={classes.note}>{t('roles.reach_nothing')}</p>}
          <ul className={classes.list}>
            {reach.map((one) => (
              <Reach key={`${one.action} ${one.payload_types?.join()}`} reach={one} total={total} />
            ))}
          </ul>
        </Stack>
      </Panel>
      {!isChange && (
        <MembersPanel preview={preview} isStale={isStale} isChange={false} role_reference={role_reference} />
      )}
    </>
  )
}

/** How many people have the role, and who of them gains or loses what. */
export const MembersPanel = ({
  preview: { members, group_total },
  isStale,
  isChange,
  role_reference,
}: RolePreviewPanelProps & { preview: RolePreview }) => {
  const t = useText()
  const can = useCan()
  const more = Math.max(members.gaining, members.losing) - members.changes.length
  return (
    <Panel title={t('roles.people')}>
      <Stack gap="xs" className={isStale ? classes.stale : undefined}>
        <p className={classes.note}>
          {t('roles.people_total', { total: members.total })}
          {isChange &&
            members.total > 0 &&
            ` ${t('roles.people_change', { gaining: members.gaining, losing: members.losing })}`}
        </p>
        {members.changes.length > 0 && (
          <ImpactLines impact={{ changes: members.changes.map(asImpact), group_total }} more={more} maxHeight={400} />
        )}
        <OpenReviewsNote people={reviewersAmong(members.changes.map(asImpact))} />
        {role_reference !== undefined && (
          <Group>
            <LinkButton
              size="xs"
              variant="default"
              to="/dashboard/access/people"
              search={{ filter: { role: role_reference }, give: role_reference } as never}
            >
              {t(can('roles:write') ? 'roles.people_and_give' : 'roles.show_people')}
            </LinkButton>
          </Group>
        )}
      </Stack>
    </Panel>
  )
}
