import { calls, type PortalUser } from '@holdfast/contract'
import { Alert, Button, Divider, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { OpenReviewsNote } from '../../shared/access/open-reviews-note.tsx'
import type { ApiError } from '../../shared/api/api-error.ts'
import { DialogFields } from '../../shared/forms/dialog-fields.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { type MessageId, text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useCan, useProfile } from '../../shared/session/profile.ts'
import { PersonRoles } from './person-roles.tsx'

interface PersonDialogProps {
  person: PortalUser
  isOpen: boolean
  onClose: () => void
}

const changes = [calls.listPortalUsers]

/** What can be done about a person, by what the reader may do. */
export const PersonDialog = ({ person, isOpen, onClose }: PersonDialogProps) => {
  const t = useText()
  const can = useCan()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('people.manage', { who: person.user_reference })}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack>
        {can('roles:write') && (
          <DialogFields>
            <PersonRoles person={person} />
          </DialogFields>
        )}
        {can('roles:write') && can('account:write') && <Divider />}
        {can('account:write') && <SignOutOrRemove person={person} onClose={onClose} />}
      </Stack>
    </Modal>
  )
}

/** Ending sessions and removal, each with its consequences. Nobody can remove themselves. */
const SignOutOrRemove = ({ person, onClose }: Omit<PersonDialogProps, 'isOpen'>) => {
  const { user_reference } = person
  const t = useText()
  const [isAsked, { open: ask, close }] = useDisclosure(false)
  const { profile } = useProfile()
  const isOneself = profile?.user_reference === user_reference
  const done = (id: MessageId) => () => {
    onClose()
    notice(text(id), user_reference)
  }
  const signingOut = useSave({ call: calls.endPortalUserSessions, changes, onSaved: done('people.signed_out') })
  const removing = useSave({ call: calls.removePortalUser, changes, onSaved: done('people.removed') })
  const input = { params: { user_reference } }
  return (
    <>
      <Text size="sm">{t(isOneself ? 'people.sign_out_oneself_hint' : 'people.sign_out_hint')}</Text>
      <Button variant="default" loading={signingOut.isSaving} onClick={() => signingOut.save(input)}>
        {t('people.sign_out')}
      </Button>
      {!isAsked && <Text size="sm">{t(isOneself ? 'people.remove_oneself' : 'people.remove_hint')}</Text>}
      {!isOneself && !isAsked && (
        <Button color="red" onClick={ask}>
          {t('people.remove')}
        </Button>
      )}
      {isAsked && (
        <RemoveQuestion
          person={person}
          refusal={removing.refusal}
          isRemoving={removing.isSaving}
          onRemove={(accept_undecided) => removing.save({ ...input, query: { accept_undecided } })}
          onKeep={() => {
            removing.forget()
            close()
          }}
        />
      )}
      <Refusal refusal={signingOut.refusal} />
    </>
  )
}

interface RemoveQuestionProps {
  person: PortalUser
  refusal: ApiError | null
  isRemoving: boolean
  onRemove: (accept_undecided: boolean) => void
  onKeep: () => void
}

/** Before somebody is removed: what ends, and whether they alone could approve changes that wait. */
const RemoveQuestion = (props: RemoveQuestionProps) => {
  const { person, refusal, isRemoving, onRemove, onKeep } = props
  const { user_reference, role_assignments } = person
  const t = useText()
  const title = t('people.remove_title', { who: user_reference })
  const isLastApprover = refusal?.code === 'role_draft.last_approver'
  return (
    <Alert role="group" color="red" icon={<IconAlertTriangle aria-hidden />} title={title} aria-label={title}>
      <Text size="sm">{t('people.remove_hint')}</Text>
      {role_assignments.length > 0 && (
        <Text size="sm" mt="xs">
          {t('people.remove_ends_roles', {
            count: role_assignments.length,
            roles: role_assignments.map(({ role_reference }) => role_reference).join(', '),
          })}
        </Text>
      )}
      <OpenReviewsNote people={[user_reference]} />
      <Refusal refusal={refusal} />
      <Group mt="sm" gap="xs">
        <Button size="xs" variant="default" autoFocus onClick={onKeep}>
          {t('form.cancel')}
        </Button>
        <Button size="xs" color="red" loading={isRemoving} onClick={() => onRemove(isLastApprover)}>
          {t(isLastApprover ? 'people.remove_all_the_same' : 'people.remove')}
        </Button>
      </Group>
    </Alert>
  )
}
