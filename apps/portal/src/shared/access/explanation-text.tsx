import type { AccessExplanation } from '@holdfast/contract'
import { Alert, Anchor, List, Spoiler, Text } from '@mantine/core'
import { IconCheck, IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../i18n/text.ts'
import { addressOf } from './addresses.ts'
import { valuesOfPermission } from './permission-values.ts'
import { actionsInWords, groupsInWords } from './permission-words.ts'

type Considered = AccessExplanation['considered'][number]

const RoleLink = ({ role }: { role: string }) => (
  <Anchor inherit renderRoot={(props) => <Link {...props} to={addressOf('roles', role)} />}>
    {role}
  </Anchor>
)

interface PermissionTextProps {
  considered: Considered
  /** Not the role of a permission that limits every visit of staff: nobody has given it. */
  roles: readonly string[]
}

const PermissionText = ({ considered: { role_reference, kind, permission }, roles }: PermissionTextProps) => {
  const t = useText()
  const values = valuesOfPermission(permission)
  return (
    <>
      {roles.includes(role_reference) ? <RoleLink role={role_reference} /> : t('explain.visits')}:{' '}
      {t(kind === 'deny' ? 'roles.words_denies' : 'roles.words_allows')} {actionsInWords(values, t)} ·{' '}
      {groupsInWords(values.conditions, t)}
    </>
  )
}

/** The answer, the permission that decides, and each that was looked at with why it did not count. */
export const ExplanationText = ({ explanation }: { explanation: AccessExplanation }) => {
  const t = useText()
  const { user_reference, is_allowed, is_active, is_address_admitted, deciding, considered, roles } = explanation
  const { content_withheld, payload_state } = explanation
  const answer = t(is_allowed ? 'explain.can' : 'explain.cannot', { who: user_reference })
  const others = considered.filter((one) => one !== deciding && one.outcome !== 'applies')
  return (
    <Alert
      color={is_allowed ? 'teal' : 'red'}
      icon={is_allowed ? <IconCheck /> : <IconLock />}
      title={answer}
      role="status"
    >
      {!is_active && <p>{t('explain.inactive')}</p>}
      {content_withheld && (
        <p>{t(`explain.withheld_${content_withheld}`, { state: payload_state ? t(`state.${payload_state}`) : '' })}</p>
      )}
      {!is_address_admitted && <p>{t('explain.address')}</p>}
      <Text size="sm">
        {deciding ? (
          <PermissionText considered={deciding} roles={roles} />
        ) : (
          t(roles.length === 0 ? 'explain.no_roles' : 'explain.nothing_allows')
        )}
      </Text>
      {others.length > 0 && (
        <Spoiler
          mt="xs"
          maxHeight={0}
          showLabel={t('explain.show_others', { count: others.length })}
          hideLabel={t('explain.hide_others')}
        >
          <List size="xs">
            {others.map((one) => (
              <List.Item key={`${one.role_reference} ${one.permission_index}`}>
                <PermissionText considered={one} roles={roles} />{' '}
                <Text span c="dimmed">{`(${t(`explain.${one.outcome}`)})`}</Text>
              </List.Item>
            ))}
          </List>
        </Spoiler>
      )}
    </Alert>
  )
}
