import { calls, type PortalUser } from '@holdfast/contract'
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useCan } from '../../shared/session/profile.ts'
import { useFocusKept } from '../../shared/ui/use-focus-kept.ts'
import { PersonDialog } from './person-dialog.tsx'

/** Restores a removed person in one step, as the removal was. */
const LetBackIn = ({ person: { user_reference } }: { person: PortalUser }) => {
  const t = useText()
  const { save, isSaving } = useSave({
    call: calls.restorePortalUser,
    changes: [calls.listPortalUsers],
    onSaved: () => notice(text('people.let_in'), user_reference),
  })
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isSaving}
      aria-label={t('people.let_back_in_who', { who: user_reference })}
      onClick={() => save({ params: { user_reference } })}
    >
      {t('people.let_back_in')}
    </Button>
  )
}

const Manage = ({ person }: { person: PortalUser }) => {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('people.manage', { who: person.user_reference })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
      <PersonDialog person={person} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

/** What somebody with `account:write` or `roles:write` can do about a person. */
export const PersonActions = ({ person }: { person: PortalUser }) => {
  const can = useCan()
  useFocusKept(person.is_active)
  if (person.is_active) return <Manage person={person} />
  return can('account:write') && <LetBackIn person={person} />
}
