import type { AccessRequestRole } from '@holdfast/contract'
import { Anchor, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { actionsInSentence } from '../../shared/access/impact-in-words.ts'
import { roleDescription } from '../../shared/access/role-description.ts'
import { useText } from '../../shared/i18n/text.ts'

/** So many further actions are named before 'Show all'. */
const mostNamed = 3

/** What a role gives besides what was asked for, so that nobody gives more without seeing it. */
const FurtherActions = ({ role: { further_actions } }: { role: AccessRequestRole }) => {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  if (further_actions.length === 0) return <>{t('access_requests.gives_nothing_else')}</>
  const left = further_actions.length - mostNamed
  const isCut = !isWhole && left > 1
  const named = actionsInSentence(
    (isCut ? further_actions.slice(0, mostNamed) : further_actions).map((action) => t(`action.${action}`)),
  )
  const actions = isCut ? `${named}; ${t('access_requests.gives_more', { count: left })}` : named
  return (
    <>
      {t('access_requests.gives_also', { actions })}{' '}
      {isCut && (
        <Anchor component="button" type="button" size="sm" onClick={() => setWhole(true)}>
          {t('access_requests.show_all')}
        </Anchor>
      )}
    </>
  )
}

const RoleOption = ({ role }: { role: AccessRequestRole }) => {
  const t = useText()
  const { role_reference, is_grantable, groups } = role
  const description = roleDescription(role, t)
  return (
    <div>
      <Radio value={role_reference} label={role_reference} disabled={!is_grantable} />
      <Stack gap={2} pl="1.9rem" mt={4}>
        {description && <Text size="sm">{description}</Text>}
        <Text size="sm" c="dimmed">
          {t('access_requests.gives_in', { groups })} <FurtherActions role={role} />
        </Text>
        {!is_grantable && (
          <Text size="sm" c="dimmed">
            {t('access_requests.not_grantable')}
          </Text>
        )}
      </Stack>
    </div>
  )
}

interface RoleChoiceProps {
  roles: readonly AccessRequestRole[]
  value: string | null
  error: string | null
  onChange: (role: string) => void
}

/** The roles that would give what was asked for, those that give least first. */
export const RoleChoice = ({ roles, value, error, onChange }: RoleChoiceProps) => {
  const t = useText()
  if (roles.length === 0) return <Text size="sm">{t('access_requests.no_role')}</Text>
  const isNoneGrantable = roles.every(({ is_grantable }) => !is_grantable)
  return (
    <Radio.Group
      label={t('access_requests.choose_role')}
      description={t(isNoneGrantable ? 'access_requests.none_grantable' : 'access_requests.choose_role_hint')}
      value={value}
      error={error}
      onChange={onChange}
    >
      <Stack gap="sm" mt="xs">
        {roles.map((role) => (
          <RoleOption key={role.role_reference} role={role} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
