import { type AccessReviewSchedule, calls, limits } from '@holdfast/contract'
import { Autocomplete, NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { GroupInput } from '../../shared/access/group-input.tsx'
import { DateField } from '../../shared/forms/date-field.tsx'
import { DialogForm } from '../../shared/forms/dialog-form.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useCan } from '../../shared/session/profile.ts'

interface ScheduleFormProps {
  /** `null` for a new one. */
  schedule: AccessReviewSchedule | null
  onDone: () => void
}

const active = { is_active: true }
const today = () => new Date().toISOString().slice(0, 'yyyy-mm-dd'.length)
const usual = { interval_days: 90, days_to_decide: 14 }

/** Who reviews the access to a group, and how often. */
export const ScheduleForm = ({ schedule, onDone }: ScheduleFormProps) => {
  const t = useText()
  const can = useCan()
  const people = useList({ call: calls.listPortalUsers, filter: active, pageRows: 100, isEnabled: can('roles:read') })
  const form = useForm({
    initialValues: {
      group_reference: schedule?.group_reference ?? null,
      owner: schedule?.owner ?? '',
      interval_days: schedule?.interval_days ?? usual.interval_days,
      days_to_decide: schedule?.days_to_decide ?? usual.days_to_decide,
      next_on: schedule?.next_on ?? today(),
    },
  })
  const { save, isSaving, refusal } = useSave({
    call: calls.putAccessReviewSchedule,
    changes: [calls.listAccessReviewSchedules, calls.listAccessReviews],
    onFieldErrors: form.setErrors,
    onSaved: ({ group_reference }) => {
      notice(text('access_reviews.saved'), group_reference)
      onDone()
    },
  })
  const { group_reference, ...fields } = form.values
  const send = () => {
    if (!group_reference) return
    const version = schedule?.version ?? 0
    save({ params: { group_reference }, body: { version, ...fields, owner: fields.owner.trim() } })
  }
  const days = { min: 1, max: limits.maxAccessReviewDays, allowDecimal: false, withAsterisk: true } as const
  return (
    <DialogForm
      label={t('form.save')}
      isComplete={!!group_reference && fields.owner.trim() !== '' && fields.next_on !== ''}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={send}
      onCancel={onDone}
    >
      <GroupInput
        label={t('access_reviews.group')}
        withAsterisk
        disabled={schedule !== null}
        {...form.getInputProps('group_reference')}
      />
      <Autocomplete
        label={t('access_reviews.owner')}
        description={t('access_reviews.owner_hint')}
        withAsterisk
        data={people.rows.map(({ user_reference }) => user_reference)}
        {...form.getInputProps('owner')}
      />
      <NumberInput label={t('access_reviews.interval_days')} {...days} {...form.getInputProps('interval_days')} />
      <NumberInput label={t('access_reviews.days_to_decide')} {...days} {...form.getInputProps('days_to_decide')} />
      <DateField
        label={t('access_reviews.next_on')}
        description={t('access_reviews.next_on_hint')}
        withAsterisk
        {...form.getInputProps('next_on')}
      />
    </DialogForm>
  )
}
