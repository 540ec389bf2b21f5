import { calls } from '@holdfast/contract'
import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { HandOverHint } from '../../shared/access/hand-over.tsx'
import {
  canNobodyGrant,
  handOverBeforehand,
  handOverHint,
  nobodyCanApprove,
} from '../../shared/access/hand-over-reason.ts'
import { RoleGives } from '../../shared/access/role-gives.tsx'
import { RoleInput, useRoleNames } from '../../shared/access/role-inputs.tsx'
import { useGranting } from '../../shared/access/use-granting.ts'
import { useNeedsSecondPerson } from '../../shared/access/use-needs-second-person.ts'
import { DateField } from '../../shared/forms/date-field.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useSession } from '../../shared/session/use-session.ts'
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

const inputOf = (user_reference: string, { role_reference, lasting, until, reason }: Values) => {
  const end = endOf(lasting, until)
  if (!role_reference || !end) return null
  return {
    params: { user_reference, role_reference },
    body: { valid_until: end.toISOString(), reason: reason.trim() },
  }
}

/** The form, and its two ways out: giving the role, or sending it for approval. */
const useGiving = (user_reference: string, role: string | undefined) => {
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
  const give = (values: Values) => {
    const input = inputOf(user_reference, values)
    if (input) giving.save(input)
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
  const handOver = (values: Values) => {
    const input = inputOf(user_reference, values)
    if (input) handing.save(input)
  }
  return { form, giving, give, handing, handOver }
}

/** Gives a person a role until a time, or hands it over. */
export const GiveRole = ({ user_reference, role }: GiveRoleProps) => {
  const t = useText()
  const { granting } = useGranting('people')
  const isOnVisit = useSession().support !== null
  const needsSecondPerson = useNeedsSecondPerson()
  const { form, giving, give, handing, handOver } = useGiving(user_reference, role)
  const isBeyondOwn = granting?.roles.includes(form.values.role_reference ?? '') ?? false
  const { role_reference } = form.values
  // While somebody types, the field has a part of a name.
  const { names } = useRoleNames()
  const nobody =
    role_reference !== null && canNobodyGrant(granting, [role_reference]) && nobodyCanApprove('role_assignment')
  // Staff on a visit can't hand anything over.
  const hint = isOnVisit
    ? null
    : (handOverHint(giving.refusal) ?? handOverBeforehand({ needsSecondPerson, isBeyondOwn }))
  return (
    <form onSubmit={form.onSubmit(give)} noValidate>
      <Stack gap="sm">
        <RoleInput
          label={t('people.give_role')}
          withAsterisk
          beyondOwn={granting?.roles}
          canSendBeyondOwn={!isOnVisit}
          {...form.getInputProps('role_reference')}
        />
        {role_reference !== null && names.includes(role_reference) && (
          <RoleGives key={role_reference} role_reference={role_reference} />
        )}
        <Select
          label={t('people.how_long')}
          data={lastings.map((value) => ({ value, label: t(`people.lasting_${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('lasting')}
        />
        {form.values.lasting === 'until' && (
          <DateField withTime label={t('people.until_when')} {...form.getInputProps('until')} />
        )}
        <Textarea
          label={t('people.why')}
          description={t('people.why_hint')}
          maxLength={1000}
          withAsterisk
          {...form.getInputProps('reason')}
        />
        <Refusal refusal={handing.refusal ?? giving.refusal} />
        {hint && <HandOverHint hint={hint} nobody={nobody} />}
        <Group>
          {/* What would be refused is not offered. */}
          {!(hint && isBeyondOwn) && (
            <Button type="submit" variant="default" loading={giving.isSaving}>
              {t('people.give')}
            </Button>
          )}
          {hint && (
            <Button
              variant={isBeyondOwn ? 'filled' : 'default'}
              loading={handing.isSaving}
              onClick={() => form.onSubmit(handOver)()}
            >
              {t('role_drafts.hand_over_now')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
