import {
  type AlertPreferences,
  alertEmailFrequencies,
  alertSeverities,
  alertTypes,
  calls,
  type NotificationSettings,
} from '@holdfast/contract'
import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NativeSelect,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useMemo, useState } from 'react'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useSave } from '../../../shared/forms/use-save.ts'
import { text, useText } from '../../../shared/i18n/text.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { notice } from '../../../shared/notices/notice.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { personTimezone } from '../../../shared/ui/person-timezone.ts'

const night = { from: '22:00', until: '07:00' }
const noFilter = {}

/** A choice without values means all. */
const orAll = <T,>(chosen: T[]): T[] | null => (chosen.length === 0 ? null : chosen)

/** Of which alerts the person is notified, and when e-mails about them are sent. */
export const AlertPreferencesForm = ({ alerts, email }: Pick<NotificationSettings, 'alerts' | 'email'>) => {
  const t = useText()
  const [chosen, setChosen] = useState<AlertPreferences>(alerts)
  const set = (own: Partial<AlertPreferences>) => setChosen((before) => ({ ...before, ...own }))
  const { save, isSaving, refusal } = useSave({
    call: calls.putAlertPreferences,
    changes: [calls.getNotificationSettings],
    onSaved: () => notice(text('notification.saved')),
  })
  const isSame = JSON.stringify(chosen) === JSON.stringify(alerts)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save({ body: { ...chosen, time_zone: personTimezone() } })
      }}
    >
      <Stack gap="sm">
        <Text component="h3" fw={600} size="sm">
          {t('notification.alerts')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('notification.alerts_about')}
        </Text>
        <Checkbox.Group
          label={t('notification.alert_severities')}
          value={chosen.alert_severities}
          onChange={(severities) =>
            set({ alert_severities: alertSeverities.filter((severity) => severities.includes(severity)) })
          }
        >
          <Group gap="md" mt={4}>
            {alertSeverities.toReversed().map((severity) => (
              <Checkbox key={severity} value={severity} label={t(`alerts.severity_${severity}`)} />
            ))}
          </Group>
        </Checkbox.Group>
        <MultiSelect
          label={t('notification.alert_types')}
          placeholder={chosen.alert_types === null ? t('notification.alert_types_all') : ''}
          hidePickedOptions
          openOnFocus={false}
          value={chosen.alert_types ?? []}
          onChange={(types) => set({ alert_types: orAll(alertTypes.filter((type) => types.includes(type))) })}
          data={alertTypes.map((type) => ({ value: type, label: t(`alerts.type_${type}`) }))}
        />
        <Groups groups={chosen.groups} onChange={(groups) => set({ groups })} />
        {email.state === 'ready' && <EmailTimes chosen={chosen} set={set} />}
        <Refusal refusal={refusal} />
        <Group justify="flex-end">
          <Button type="submit" loading={isSaving} disabled={isSame || chosen.alert_severities.length === 0}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Groups = ({ groups, onChange }: { groups: string[] | null; onChange: (groups: string[] | null) => void }) => {
  const t = useText()
  const can = useCan()
  const [search, setSearch] = useState('')
  const filter = useMemo(() => (search ? { search } : noFilter), [search])
  const { rows } = useList({ call: calls.listGroups, filter, isEnabled: can('groups:read') })
  if (!can('groups:read') && groups === null) return null
  return (
    <TagsInput
      label={t('notification.alert_groups')}
      description={t('notification.alert_groups_hint')}
      placeholder={groups === null ? t('notification.alert_groups_all') : ''}
      openOnFocus={false}
      value={groups ?? []}
      onChange={(chosen) => onChange(orAll(chosen))}
      searchValue={search}
      onSearchChange={setSearch}
      data={rows.map(({ group_reference }) => group_reference)}
    />
  )
}

interface EmailTimesProps {
  chosen: AlertPreferences
  set: (own: Partial<AlertPreferences>) => void
}

const EmailTimes = ({ chosen: { email_frequency, quiet_hours, time_zone }, set }: EmailTimesProps) => {
  const t = useText()
  const zone = personTimezone()
  return (
    <>
      <NativeSelect
        label={t('notification.email_frequency')}
        description={t('notification.email_high')}
        value={email_frequency}
        onChange={({ currentTarget }) => {
          const frequency = alertEmailFrequencies.find((one) => one === currentTarget.value)
          if (frequency) set({ email_frequency: frequency })
        }}
        data={alertEmailFrequencies.map((value) => ({ value, label: t(`notification.email_${value}`) }))}
      />
      <Switch
        label={t('notification.quiet_hours')}
        description={t('notification.quiet_hours_hint')}
        checked={quiet_hours !== null}
        onChange={({ currentTarget }) => set({ quiet_hours: currentTarget.checked ? night : null })}
      />
      {quiet_hours && (
        <Group grow>
          {(['from', 'until'] as const).map((end) => (
            <TextInput
              key={end}
              // A field for a time of day would follow the browser's language, such as '10:00 PM'.
              inputMode="numeric"
              pattern="([01][0-9]|2[0-3]):[0-5][0-9]"
              maxLength={5}
              placeholder="22:00"
              required
              label={t(`notification.quiet_${end}`)}
              value={quiet_hours[end]}
              onChange={({ currentTarget }) => set({ quiet_hours: { ...quiet_hours, [end]: currentTarget.value } })}
            />
          ))}
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {t('notification.time_zone')}: {quiet_hours || email_frequency === 'daily' ? zone : time_zone}
      </Text>
    </>
  )
}
