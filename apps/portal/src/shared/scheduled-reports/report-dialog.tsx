import { calls, type Report, type ReportInterval, reportIntervals } from '@holdfast/contract'
import { Group, Modal, Select, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DialogForm } from '../forms/dialog-form.tsx'
import { useSave } from '../forms/use-save.ts'
import { AccountPeopleInput } from '../found/people-input.tsx'
import { text, useText } from '../i18n/text.ts'
import { notice } from '../notices/notice.ts'
import { useProfile } from '../session/profile.ts'
import { personTimezone } from '../ui/person-timezone.ts'
import { newUlid } from './new-ulid.ts'
import { NoMailServer, useHasNoMailServer } from './no-mail-server.tsx'
import { PrivateView } from './private-view.tsx'
import { hours, useScheduleNames } from './schedule.ts'
import { type ReportSource, SourceInput } from './source-input.tsx'

const maxNameCharacters = 80
const maxRecipients = 50

interface ReportDialogProps {
  /** The report to change; absent for a new one. */
  report?: Report
  /** The source of a new report, and its name. */
  source?: ReportSource & { name: string }
  onClose: () => void
}

/** A dialog that makes or changes a scheduled report. */
export const ReportDialog = ({ onClose, ...form }: ReportDialogProps) => {
  const t = useText()
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(form.report ? 'reports.edit' : 'reports.new')}
      centered
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <ReportForm {...form} onClose={onClose} />
    </Modal>
  )
}

type Values = Omit<
  Report,
  | 'client'
  | 'updated_at'
  | 'updated_by'
  | 'author'
  | 'next_at'
  | 'last_at'
  | 'last_mails'
  | 'stopped'
  | 'may'
  | 'queue_name'
>

const newReport = (source: ReportDialogProps['source'], self: string): Omit<Values, 'version'> => ({
  report_reference: newUlid(),
  name: source?.name.slice(0, maxNameCharacters) ?? '',
  kind: source?.kind ?? 'view',
  view_reference: source?.view_reference ?? null,
  queue_reference: source?.queue_reference ?? null,
  every: 'week',
  weekday: 1,
  month_day: null,
  hour: 8,
  time_zone: personTimezone(),
  recipients: [self],
  is_active: true,
})

const bodyOf = (values: Omit<Values, 'version'>) => {
  const { report_reference: _, weekday, month_day, ...rest } = values
  return {
    ...rest,
    name: rest.name.trim(),
    weekday: rest.every === 'week' ? (weekday ?? 1) : null,
    month_day: rest.every === 'month' ? (month_day ?? 1) : null,
  }
}

const isComplete = ({ name, kind, view_reference, queue_reference, recipients }: Omit<Values, 'version'>): boolean =>
  name.trim() !== '' &&
  (kind !== 'view' || view_reference !== null) &&
  (kind !== 'review_queue' || queue_reference !== null) &&
  recipients.length > 0

const ReportForm = ({ report, source, onClose }: ReportDialogProps) => {
  const t = useText()
  const self = useProfile().profile?.user_reference ?? ''
  const [values, setValues] = useState(() =>
    report ? { ...report, is_active: report.is_active || report.stopped !== null } : newReport(source, self),
  )
  const isUnsent = useHasNoMailServer()
  const set = (changed: Partial<Values>) => setValues({ ...values, ...changed })
  const { save, isSaving, refusal } = useSave({
    call: calls.putReport,
    changes: [calls.listReports],
    onSaved: ({ name }) => {
      notice(text(isUnsent ? 'reports.saved_unsent' : 'form.saved'), name)
      onClose()
    },
  })
  const submit = () => {
    const { report_reference, name, kind, view_reference, queue_reference, ...others } = values
    const { every, weekday, month_day, hour, time_zone, recipients, is_active } = others
    const body = bodyOf({
      report_reference,
      name,
      kind,
      view_reference,
      queue_reference,
      every,
      weekday,
      month_day,
      hour,
      time_zone,
      recipients,
      is_active,
    })
    save({ params: { report_reference }, body: { ...(report && { version: report.version }), ...body } })
  }
  return (
    <DialogForm
      label={t('form.save')}
      isComplete={isComplete(values)}
      isSaving={isSaving}
      refusal={refusal}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextInput
        label={t('reports.name')}
        description={t('reports.name_hint')}
        value={values.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
        maxLength={maxNameCharacters}
        autoComplete="off"
        withAsterisk
        data-autofocus
      />
      <SourceInput value={values} onChange={set} />
      <ScheduleInput values={values} onChange={set} />
      <AccountPeopleInput
        label={t('reports.recipients')}
        hint="reports.recipients_hint"
        hintOfReferences="reports.recipients_hint_references"
        value={values.recipients}
        onChange={(recipients) => set({ recipients: [...recipients] })}
        most={maxRecipients}
        getsReports
      />
      {values.kind === 'view' && <PrivateView view={values.view_reference} recipients={values.recipients} />}
      <NoMailServer />
      {report && (
        <Switch
          label={t('reports.is_active')}
          checked={values.is_active}
          onChange={(event) => set({ is_active: event.currentTarget.checked })}
        />
      )}
    </DialogForm>
  )
}

interface ScheduleInputProps {
  values: Pick<Values, 'every' | 'weekday' | 'month_day' | 'hour' | 'time_zone'>
  onChange: (changed: Partial<Values>) => void
}

const weekdays = [1, 2, 3, 4, 5, 6, 7]
const monthDays = Array.from({ length: 31 }, (_, day) => day + 1)

const ScheduleInput = ({ values, onChange }: ScheduleInputProps) => {
  const t = useText()
  const { weekdayName, hourName } = useScheduleNames()
  const { every, weekday, month_day, hour, time_zone } = values
  return (
    <>
      <Group align="flex-start">
        <Select
          label={t('reports.every')}
          data={reportIntervals.map((value) => ({ value, label: t(`reports.every_${value}`) }))}
          value={every}
          onChange={(chosen) => onChange({ every: (chosen as ReportInterval | null) ?? every })}
          allowDeselect={false}
          flex="1 1 8rem"
        />
        {every === 'week' && (
          <Select
            label={t('reports.weekday')}
            data={weekdays.map((value) => ({ value: String(value), label: weekdayName(value) }))}
            value={String(weekday ?? 1)}
            onChange={(chosen) => onChange({ weekday: Number(chosen ?? 1) })}
            allowDeselect={false}
            flex="1.5 1 9rem"
          />
        )}
        {every === 'month' && (
          <Select
            label={t('reports.month_day')}
            data={monthDays.map(String)}
            value={String(month_day ?? 1)}
            onChange={(chosen) => onChange({ month_day: Number(chosen ?? 1) })}
            allowDeselect={false}
            flex="1 1 8rem"
          />
        )}
        <Select
          label={t('reports.hour')}
          data={hours.map((value) => ({ value: String(value), label: hourName(value) }))}
          value={String(hour)}
          onChange={(chosen) => onChange({ hour: Number(chosen ?? hour) })}
          allowDeselect={false}
          flex="1 1 5.5rem"
        />
      </Group>
      <Text size="xs" c="dimmed">
        {t('reports.time_zone', { zone: time_zone })}
        {every === 'month' && ` · ${t('reports.month_day_hint')}`}
      </Text>
    </>
  )
}
