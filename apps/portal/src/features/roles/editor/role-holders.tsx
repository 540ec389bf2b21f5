import type { Role } from '@holdfast/contract'
import { Group, Stack, Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { LinkButton } from '../../../shared/ui/link-button.tsx'

/** Why a role can't be deleted: who has it, with a link to them. */
export const RoleHolders = ({ role: { role_reference, member_count, app_count } }: { role: Role }) => {
  const t = useText()
  const can = useCan()
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{t('roles.delete_held', { people: member_count, apps: app_count })}</Text>
      <Group>
        {member_count > 0 && can('roles:read') && (
          <LinkButton
            size="xs"
            variant="default"
            to="/dashboard/access/people"
            search={{ filter: { role: role_reference } } as never}
          >
            {t('roles.show_people')}
          </LinkButton>
        )}
      </Group>
    </Stack>
  )
}
