import { calls, type PortalUser, type RoleAssignment } from '@holdfast/contract'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRef } from 'react'
import { WaitingChanges } from '../../shared/access/waiting-changes.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { EndRoleQuestion } from './end-role-question.tsx'
import { GiveRole } from './give-role.tsx'

interface AssignedRoleProps {
  user_reference: string
  assignment: RoleAssignment
}

const AssignedRole = ({ user_reference, assignment }: AssignedRoleProps) => {
  const t = useText()
  const { role_reference, valid_until, reason, given_by, end_changed_by, end_change_reason } = assignment
  const [isAsked, { open: ask, close }] = useDisclosure(false)
  const endNow = useRef<HTMLButtonElement>(null)
  const ending = useSave({
    call: calls.deleteRoleAssignment,
    changes: [calls.listPortalUsers, calls.listRoles],
    onSaved: () => notice(text('people.role_ended'), role_reference),
  })
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm">
          <strong>{role_reference}</strong> {t('people.until')} <Moment time={valid_until} />
          <Text span size="xs" c="dimmed" display="block">
            {t('people.role_reason', { reason, who: given_by })}
          </Text>
          {end_changed_by !== null && (
            <Text span size="xs" c="dimmed" display="block">
              {t('people.role_end_changed', { reason: end_change_reason ?? '', who: end_changed_by })}
            </Text>
          )}
        </Text>
        <Button
          ref={endNow}
          size="compact-xs"
          variant="default"
          style={{ flex: 'none' }}
          aria-label={t('people.end_role_of', { role: role_reference })}
          aria-expanded={isAsked}
          onClick={ask}
        >
          {t('people.end_role')}
        </Button>
      </Group>
      {isAsked && (
        <EndRoleQuestion
          user_reference={user_reference}
          role_reference={role_reference}
          refusal={ending.refusal}
          isEnding={ending.isSaving}
          onEnd={(accept_undecided) =>
            ending.save({ params: { user_reference, role_reference }, query: { accept_undecided } })
          }
          onKeep={() => {
            ending.forget()
            close()
            endNow.current?.focus()
          }}
        />
      )}
    </Stack>
  )
}

/** The roles that a person has for a time, and the form to give another. */
export const PersonRoles = ({ person: { user_reference, role_assignments } }: { person: PortalUser }) => {
  const t = useText()
  return (
    <Stack gap="sm">
      <Text size="sm" fw={600}>
        {t('people.roles_for_a_time')}
      </Text>
      <Text size="sm">{t('people.roles_for_a_time_hint')}</Text>
      {role_assignments.length > 0 && (
        <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
          {role_assignments.map((assignment) => (
            <AssignedRole key={assignment.role_reference} user_reference={user_reference} assignment={assignment} />
          ))}
        </Stack>
      )}
      <WaitingChanges kind="role_assignment" subject={user_reference} />
      <GiveRole user_reference={user_reference} />
    </Stack>
  )
}
