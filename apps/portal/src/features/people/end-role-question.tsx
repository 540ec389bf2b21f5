import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { OpenReviewsNote } from '../../shared/access/open-reviews-note.tsx'
import { RoleGives } from '../../shared/access/role-gives.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import type { ApiError } from '../../shared/api/api-error.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useText } from '../../shared/i18n/text.ts'

interface EndRoleQuestionProps {
  user_reference: string
  role_reference: string
  refusal: ApiError | null
  isEnding: boolean
  onEnd: (accept_undecided: boolean) => void
  onKeep: () => void
}

/** Before a role for a time ends early: what the person loses, and whether the reader could give it again. */
export const EndRoleQuestion = (props: EndRoleQuestionProps) => {
  const { user_reference, role_reference, refusal, isEnding, onEnd, onKeep } = props
  const t = useText()
  const { granting } = useGranting('people', role_reference)
  const isLastApprover = refusal?.code === 'role_draft.last_approver'
  const isBeyondOwn = granting?.roles.includes(role_reference) ?? false
  return (
    <Alert
      role="group"
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('people.end_role_title', { role: role_reference, who: user_reference })}
      aria-label={t('people.end_role_title', { role: role_reference, who: user_reference })}
    >
      <Text size="sm" mb="xs">
        {t('people.end_role_loses')}
      </Text>
      <RoleGives role_reference={role_reference} />
      <Text size="sm" mt="xs" fw={isBeyondOwn ? 600 : undefined}>
        {t(isBeyondOwn ? 'people.end_role_beyond_own' : 'people.end_role_no_undo')}
      </Text>
      <OpenReviewsNote people={[user_reference]} />
      <Refusal refusal={refusal} />
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" autoFocus onClick={onKeep}>
          {t('people.end_role_keep')}
        </Button>
        <Button size="xs" color="red" loading={isEnding} onClick={() => onEnd(isLastApprover)}>
          {t(isLastApprover ? 'people.end_role_all_the_same' : 'people.end_role_yes')}
        </Button>
      </Group>
    </Alert>
  )
}
