import type { Action } from '@holdfast/contract'
import { groupsInWords } from '@holdfast/words'
import { List, Stack, Text } from '@mantine/core'
import { useIntl } from 'react-intl'
import { actionsInSentence } from '../../../shared/access/impact-in-words.ts'
import { permissionInWords } from '../../../shared/access/permission-text.ts'
import { networksText } from '../../../shared/forms/networks.ts'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { areas, isOfGroups } from '../grants/matrix-areas.ts'
import { furtherRules, isAllowed } from '../grants/role-grants.ts'
import { type RoleValues, writtenScope } from '../grants/role-values.ts'
import { permissionsOf } from '../grants/rule-values.ts'

const mostRules = 5

interface AllowedProps {
  values: RoleValues
  title: string
  isShown: (action: Action) => boolean
}

const Allowed = ({ values, title, isShown }: AllowedProps) => {
  const t = useText()
  const shown = areas
    .map(({ name, actions }) => ({ name, allowed: actions.filter((one) => isShown(one) && isAllowed(values, one)) }))
    .filter(({ allowed }) => allowed.length > 0)
  if (shown.length === 0) return null
  return (
    <div>
      <Text size="sm">{title}</Text>
      <List size="sm" withPadding>
        {shown.map(({ name, allowed }) => (
          <List.Item key={name}>
            <strong>{t(`roles.area_${name}`)}:</strong>{' '}
            {actionsInSentence(allowed.map((action) => t(`action.${action}`)))}
          </List.Item>
        ))}
      </List>
    </div>
  )
}

/** What a role means, in sentences. */
export const RoleMeaning = ({ values }: { values: RoleValues }) => {
  const t = useText()
  const intl = useIntl()
  const scope = writtenScope(values.scope)
  const groups = (scope ?? [[]]).map((conditions) => groupsInWords(conditions, t))
  const further = furtherRules(values).flatMap(permissionsOf)
  const { payload_types: kinds, cidr_ranges: networks } = values
  const isAnything = values.rules.length > 0
  const isWithoutContent =
    further.length === 0 &&
    isAllowed(values, 'payloads:read') &&
    !isAllowed(values, 'payloads:play') &&
    !isAllowed(values, 'payloads:download')
  const sentences = [
    isWithoutContent && t('roles.means_no_content'),
    kinds && t('roles.means_kinds', { kinds: intl.formatList(kinds.map((kind) => t(`kind.${kind}`))) }),
    networks && t('roles.means_networks', { networks: networksText(networks) }),
  ].filter((sentence) => typeof sentence === 'string')
  return (
    <Panel title={t('roles.means')}>
      <Stack gap="sm">
        {!isAnything && (
          <Text size="sm" c="dimmed">
            {t('roles.means_nothing')}
          </Text>
        )}
        <Allowed
          values={values}
          title={
            groups.length === 0
              ? t('roles.means_no_groups')
              : t('roles.means_groups', { groups: intl.formatList(groups, { type: 'disjunction' }) })
          }
          isShown={isOfGroups}
        />
        <Allowed values={values} title={t('roles.means_account')} isShown={(action) => !isOfGroups(action)} />
        {sentences.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
        {further.length > 0 && (
          <div>
            <Text size="sm">{t('roles.means_further', { count: further.length })}</Text>
            <List size="sm" withPadding>
              {further.slice(0, mostRules).map((rule, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same rule can stand there twice
                <List.Item key={place}>{permissionInWords(rule)}</List.Item>
              ))}
              {further.length > mostRules && (
                <List.Item>{t('gains.more', { count: further.length - mostRules })}</List.Item>
              )}
            </List>
          </div>
        )}
      </Stack>
    </Panel>
  )
}
