import { calls } from '@holdfast/contract'
import { Box, Select, Slider, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { FormEnd } from '../../shared/forms/form-end.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { useUnsaved } from '../../shared/forms/use-unsaved.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { useList } from '../../shared/list/use-list.ts'
import { notice } from '../../shared/notices/notice.ts'
import { providerAccount } from '../../shared/session/provider-account.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

const noFilter = {}
const mostHours = 24
const hourMs = 3_600_000

const rules = {
  client: (value: string) => (value ? null : text('support.choose_client')),
  role: (value: string) => (value ? null : text('support.choose_role')),
  request_description: (value: string) => (value.trim() ? null : text('support.say_why')),
}

/** Asks a customer for access: which account, which role, why and for how long. */
export default function RequestPage() {
  const t = useText()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { client: '', role: '', request_description: '', hours: 2 },
    validate: rules,
  })
  const { isUnsaved, keep } = useUnsaved(form)
  const { client } = form.values
  const clients = useList({ call: calls.listClients, filter: noFilter, pageRows: 100 }).rows
  const roles = useList({
    call: calls.listClientRoles,
    params: { client },
    filter: noFilter,
    pageRows: 100,
    isEnabled: client !== '',
  }).rows
  const asking = useSave({
    call: calls.requestSupportAccess,
    changes: [calls.listSupportAccessByStatus],
    onFieldErrors: form.setErrors,
    onSaved: (_, isShown) => {
      keep(form.getValues())
      notice(text('support.asked'), text('support.asked_body'))
      if (isShown) void navigate({ to: '/internal/support', search: { filter: { approval_status: 'pending' } } })
    },
  })
  const openClients = clients.filter((one) => one.is_active && one.client !== providerAccount)
  const ask = ({ role, request_description, hours }: typeof form.values) =>
    asking.save({
      params: { client },
      body: {
        role,
        request_description: request_description.trim(),
        requested_expiry: new Date(Date.now() + hours * hourMs).toISOString(),
      },
    })
  return (
    <>
      <PageHeader title={t('support.new')} />
      <Box maw={720}>
        <Panel>
          <form onSubmit={form.onSubmit(ask)} noValidate>
            <Stack>
              <Select
                label={t('support.client')}
                data={openClients.map((one) => ({ value: one.client, label: `${one.name} (${one.client})` }))}
                searchable
                withAsterisk
                {...form.getInputProps('client')}
                onChange={(chosen) => form.setValues({ client: chosen ?? '', role: '' })}
              />
              <Select
                label={t('support.for_role')}
                description={t('support.for_role_hint')}
                data={roles.map(({ role_reference }) => role_reference)}
                disabled={client === ''}
                searchable
                withAsterisk
                {...form.getInputProps('role')}
              />
              <Textarea
                label={t('support.reason')}
                description={t('support.reason_hint')}
                minRows={3}
                maxLength={2000}
                withAsterisk
                {...form.getInputProps('request_description')}
              />
              <HoursInput hours={form.values.hours} onChange={(hours) => form.setFieldValue('hours', hours)} />
              <FormEnd saving={asking} isUnsaved={isUnsaved} label="support.ask" />
            </Stack>
          </form>
        </Panel>
      </Box>
    </>
  )
}

const HoursInput = ({ hours, onChange }: { hours: number; onChange: (hours: number) => void }) => {
  const t = useText()
  return (
    <div>
      <Text size="sm" fw={500} id="support-hours">
        {t('support.hours', { count: hours })}
      </Text>
      <Slider
        min={1}
        max={mostHours}
        marks={[1, 6, 12, mostHours].map((value) => ({ value, label: value }))}
        label={null}
        mb="lg"
        thumbProps={{ 'aria-labelledby': 'support-hours' }}
        value={hours}
        onChange={onChange}
      />
    </div>
  )
}
