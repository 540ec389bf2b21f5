import { calls } from '@holdfast/contract'
import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { handOverHint } from '../../shared/access/hand-over-reason.ts'
import { RoleInput } from '../../shared/access/role-inputs.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { endOf, type Lasting, lastings } from './lasting.ts'

interface Values {
  role_reference: string | null
  lasting: Lasting
  /** As `datetime-local` has it, in the zone of the browser. */
  until: string
  reason: string
}

interface GiveRoleProps {
  user_reference: string
  /** The role that the form begins with. */
  role?: string
}

/** Gives a person a role until a time. */
export const GiveRole = ({ user_reference, role }: GiveRoleProps) => {
  const t = useText()
  const { granting } = useGranting('people')
  const form = useForm<Values>({
    initialValues: { role_reference: role ?? null, lasting: 'day', until: '', reason: '' },
    validate: {
      role_reference: (role) => (role ? null : text('support.choose_role')),
      until: (_, { lasting, until }) => (endOf(lasting, until) ? null : text('people.say_until')),
      reason: (reason) => (reason.trim() ? null : text('support.say_why')),
    },
  })
  const giving = useSave({
    call: calls.putRoleAssignment,
    changes: [calls.listPortalUsers, calls.listRoles],
    onFieldErrors: form.setErrors,
    onSaved: () => {
      notice(text('people.role_given'), user_reference)
      form.reset()
    },
  })
  const give = ({ role_reference, lasting, until, reason }: Values) => {
    const end = endOf(lasting, until)
    if (!role_reference || !end) return
    giving.save({
      params: { user_reference, role_reference },
      body: { valid_until: end.toISOString(), reason: reason.trim() },
    })
  }
  const handing = useSave({
    call: calls.handOverRoleAssignment,
    changes: [calls.listRoleDrafts],
    onSaved: () => {
      notice(text('role_drafts.handed_over'), user_reference)
      giving.forget()
      form.reset()
    },
  })
  const hint = handOverHint(giving.refusal)
  const handOver = ({ role_reference, lasting, until, reason }: Values) => {
    const end = endOf(lasting, until)
    if (!role_reference || !end) return
    handing.save({
      params: { user_reference, role_reference },
      body: { valid_until: end.toISOString(), reason: reason.trim() },
    })
  }
  return (
    <form onSubmit={form.onSubmit(give)} noValidate>
      <Stack gap="sm">
        <RoleInput
          label={t('people.give_role')}
          withAsterisk
          beyondOwn={granting?.roles}
          {...form.getInputProps('role_reference')}
        />
        <Select
          label={t('people.how_long')}
          data={lastings.map((value) => ({ value, label: t(`people.lasting_${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('lasting')}
        />
        {form.values.lasting === 'until' && (
          <TextInput type="datetime-local" label={t('people.until_when')} {...form.getInputProps('until')} />
        )}
        <Textarea
          label={t('people.why')}
          description={t('people.why_hint')}
          maxLength={1000}
          withAsterisk
          {...form.getInputProps('reason')}
        />
        <Refusal refusal={handing.refusal ?? giving.refusal} />
        {hint && <Text size="sm">{t(hint)}</Text>}
        <Group>
          <Button type="submit" variant="default" loading={giving.isSaving}>
            {t('people.give')}
          </Button>
          {hint && (
            <Button variant="default" loading={handing.isSaving} onClick={() => handOver(form.values)}>
              {t('role_drafts.hand_over_now')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
