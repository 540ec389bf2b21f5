import { calls, type PortalUser } from '@holdfast/contract'
import { Button, Divider, Modal, Stack, Text } from '@mantine/core'
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
        {can('roles:write') && <PersonRoles person={person} />}
        {can('roles:write') && can('account:write') && <Divider />}
        {can('account:write') && <SignOutOrRemove person={person} onClose={onClose} />}
      </Stack>
    </Modal>
  )
}

/** Ending sessions and removal, each with its consequences. Nobody can remove themselves. */
const SignOutOrRemove = ({ person: { user_reference }, onClose }: Omit<PersonDialogProps, 'isOpen'>) => {
  const t = useText()
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
      <Text size="sm">{t(isOneself ? 'people.remove_oneself' : 'people.remove_hint')}</Text>
      {!isOneself && (
        <Button color="red" loading={removing.isSaving} onClick={() => removing.save(input)}>
          {t('people.remove')}
        </Button>
      )}
      <Refusal refusal={signingOut.refusal ?? removing.refusal} />
    </>
  )
}
