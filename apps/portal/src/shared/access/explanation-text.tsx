import type { AccessExplanation } from '@holdfast/contract'
import { actionsInWords, groupsInWords } from '@holdfast/words'
import { Alert, Anchor, Button, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type MessageId, useText } from '../i18n/text.ts'
import { addressOf } from './addresses.ts'

type Considered = AccessExplanation['considered'][number]

const RoleLink = ({ role }: { role: string }) => (
  <Anchor inherit renderRoot={(props) => <Link {...props} to={addressOf('roles', role)} />}>
    {role}
  </Anchor>
)

interface PermissionTextProps {
  considered: Considered
  /** The roles that were assigned. The role that limits all visits of staff is not among them. */
  roles: readonly string[]
}

const PermissionText = ({ considered: { role_reference, kind, permission }, roles }: PermissionTextProps) => {
  const t = useText()
  return (
    <>
      {roles.includes(role_reference) ? <RoleLink role={role_reference} /> : t('explain.visits')}:{' '}
      {t(kind === 'deny' ? 'roles.words_denies' : 'roles.words_allows')} {actionsInWords(permission, t)} ·{' '}
      {groupsInWords(permission.conditions ?? [], t)}
    </>
  )
}

interface PermissionListProps {
  permissions: readonly Considered[]
  roles: readonly string[]
}

const PermissionList = ({ permissions, roles }: PermissionListProps) => {
  const t = useText()
  return (
    <List size="sm">
      {permissions.map((one) => (
        <List.Item key={`${one.role_reference} ${one.permission_index}`}>
          <PermissionText considered={one} roles={roles} />{' '}
          <Text span size="xs" c="dimmed">{`(${t(`explain.${one.outcome}`)})`}</Text>
        </List.Item>
      ))}
    </List>
  )
}

/** The permissions that made no difference, folded away. */
const WithoutEffect = ({ permissions, roles }: PermissionListProps) => {
  const t = useText()
  const [isShown, { toggle }] = useDisclosure(false)
  if (permissions.length === 0) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" ml={-8} onClick={toggle} aria-expanded={isShown}>
        {isShown ? t('explain.hide_others') : t('explain.show_others', { count: permissions.length })}
      </Button>
      {isShown && <PermissionList permissions={permissions} roles={roles} />}
    </>
  )
}

/** What applies whatever the roles say. */
const circumstances = (explanation: AccessExplanation, t: ReturnType<typeof useText>): string[] => {
  const { has_signed_in, is_active, roles, content_withheld, payload_state, missing_action } = explanation
  const { is_address_admitted, depends_on_address, is_allowed } = explanation
  return [
    has_signed_in ? '' : t('explain.never_signed_in'),
    has_signed_in ? '' : t(roles.length > 0 ? 'explain.by_default' : 'explain.no_default', { role: roles.join(', ') }),
    is_active ? '' : t('explain.inactive'),
    content_withheld
      ? t(`explain.withheld_${content_withheld}`, { state: payload_state ? t(`state.${payload_state}`) : '' })
      : '',
    is_address_admitted ? '' : t('explain.address'),
    missing_action ? t('explain.missing', { action: t(`action.${missing_action}`) }) : '',
    depends_on_address ? t(is_allowed ? 'explain.not_from_everywhere' : 'explain.from_elsewhere') : '',
  ].filter(Boolean)
}

/** The answer and what decided it. The rest is folded away. */
export const ExplanationText = ({ explanation }: { explanation: AccessExplanation }) => {
  const t = useText()
  const { user_reference, has_signed_in, is_allowed, deciding, considered, roles } = explanation
  const others = considered.filter((one) => one.outcome !== 'applies')
  // When no rule decides, the rules about the action show why nothing allows it.
  const [close, far] = deciding
    ? [[], others]
    : [others.filter(isAboutAction), others.filter((one) => !isAboutAction(one))]
  return (
    <Alert
      color={is_allowed ? 'teal' : 'red'}
      icon={is_allowed ? <IconCheck /> : <IconLock />}
      title={t(answers[`${has_signed_in} ${is_allowed}`], { who: user_reference })}
      role="status"
    >
      <Stack gap="xs" align="flex-start">
        {circumstances(explanation, t).map((words) => (
          <Text key={words} size="sm">
            {words}
          </Text>
        ))}
        {deciding && (
          <Text size="sm">
            <PermissionText considered={deciding} roles={roles} />
          </Text>
        )}
        {!deciding && has_signed_in && (
          <Text size="sm">{t(roles.length === 0 ? 'explain.no_roles' : 'explain.nothing_allows')}</Text>
        )}
        {close.length > 0 && <PermissionList permissions={close} roles={roles} />}
        <WithoutEffect permissions={far} roles={roles} />
      </Stack>
    </Alert>
  )
}

const answers = {
  'true true': 'explain.can',
  'true false': 'explain.cannot',
  'false true': 'explain.could',
  'false false': 'explain.could_not',
} as const satisfies Record<`${boolean} ${boolean}`, MessageId>

const isAboutAction = ({ outcome }: Considered): boolean => outcome !== 'other_action'
