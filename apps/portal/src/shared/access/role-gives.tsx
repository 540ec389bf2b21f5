import { type ActionReach, calls, payloadTypes, type RoleFields, type RolePreview } from '@holdfast/contract'
import { List, ScrollArea, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../api/client.ts'
import { useLoaded } from '../forms/use-loaded.ts'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/profile.ts'
import { isOfContent } from './use-needs-second-person.ts'

/** What a stored role gives at present, for people who may read roles. */
const useRoleReach = (role_reference: string): RolePreview | undefined => {
  const can = useCan()
  const { data: role } = useLoaded(calls.getRole, can('roles:read') ? { role_reference } : null)
  const { data } = useQuery({
    queryKey: ['role-reach', role_reference, role?.version],
    queryFn: ({ signal }) => {
      if (!role) throw new Error('A role is previewed once it is read')
      const { permissions, payload_types, cidr_ranges, alert_permissions, is_alertable, description, test_cases } = role
      const limits = { payload_types, cidr_ranges, alert_permissions, is_alertable }
      const body: RoleFields = { permissions, ...limits, description, test_cases }
      return callApi(calls.previewRole, { params: { role_reference }, body, signal, isQuiet: true })
    },
    meta: { failure: 'in_place' },
    enabled: role !== undefined,
  })
  return data
}

/** Describes a role: its actions, kinds of recordings and groups, and whether it opens content. Empty without `roles:read`. */
export const RoleGives = ({ role_reference }: { role_reference: string }) => {
  const t = useText()
  const preview = useRoleReach(role_reference)
  if (!preview) return null
  const actionOf = ({ action, payload_types }: ActionReach) => {
    const name = t(`action.${action}`)
    if (payload_types === null || payload_types.length === payloadTypes.length) return name
    return `${name} (${payload_types.map((type) => t(`kind.${type}`)).join(', ')})`
  }
  const placeOf = ({ group_count, groups, without_group }: ActionReach) => {
    if (group_count === 0) return t(without_group ? 'roles.reach_account' : 'gains.no_groups')
    if (group_count === preview.group_total) return t('roles.reach_all')
    const more = group_count - groups.length
    return [...groups, ...(more > 0 ? [t('gains.more_groups', { count: more })] : [])].join(', ')
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {t(isOfContent(preview.reach) ? 'people.role_gives_content' : 'people.role_gives_no_content')}
      </Text>
      <ScrollArea.Autosize mah={200} type="auto" offsetScrollbars viewportProps={{ tabIndex: 0 }}>
        <List size="sm" aria-label={t('people.role_allows')}>
          {preview.reach.map((one) => (
            <List.Item key={`${one.action} ${one.payload_types?.join()}`}>
              {actionOf(one)} · {placeOf(one)}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </div>
  )
}
