import { type AccountDefaults, CidrRange, calls } from '@holdfast/contract'
import { Autocomplete, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useGroupNames, useRoleNames } from '../../shared/access/use-role-names.ts'
import { type Difference, EditConflict } from '../../shared/forms/edit-conflict.tsx'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { NetworksInput } from '../../shared/forms/networks-input.tsx'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useLatest } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { notice } from '../../shared/notices/notice.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { Panel } from '../../shared/ui/panel.tsx'

interface Values {
  user_group: string
  role: string | null
  cidr_ranges: string[] | null
}

const noParams = {}

const valuesOf = ({ user_group, role, cidr_ranges }: AccountDefaults): Values => ({
  user_group: user_group ?? '',
  role,
  cidr_ranges: cidr_ranges && [...cidr_ranges],
})

const differences = (theirs: Values, mine: Values): Difference[] =>
  [
    { field: text('settings.user_group'), theirs: theirs.user_group, mine: mine.user_group },
    { field: text('settings.role'), theirs: theirs.role ?? '', mine: mine.role ?? '' },
    {
      field: text('settings.networks'),
      theirs: theirs.cidr_ranges?.join(', ') ?? text('roles.any_network'),
      mine: mine.cidr_ranges?.join(', ') ?? text('roles.any_network'),
    },
  ]
    .filter((one) => one.theirs !== one.mine)
    .map((one) => ({ ...one, theirs: one.theirs || text('form.none'), mine: one.mine || text('form.none') }))

/** The defaults of people, and the networks of the account; a limit that would shut its author out is typed twice. */
export const DefaultsForm = ({ defaults, isReadOnly }: { defaults: AccountDefaults; isReadOnly: boolean }) => {
  const t = useText()
  const { client, support } = useSession()
  const account = support?.client ?? client ?? ''
  const [version, setVersion] = useState(defaults.version)
  const [confirmation, setConfirmation] = useState('')
  const roleNames = useRoleNames()
  const groupNames = useGroupNames()
  const form = useForm<Values>({
    initialValues: valuesOf(defaults),
    validate: {
      cidr_ranges: (ranges) => ranges?.map(fieldRule(CidrRange)).find((problem) => problem !== null) ?? null,
    },
  })
  const saving = useSave({
    call: calls.putAccountDefaults,
    onFieldErrors: form.setErrors,
    onSaved: (saved) => {
      notice(text('form.saved'))
      setVersion(saved.version)
      setConfirmation('')
    },
  })
  const isConflict = saving.refusal?.code === 'edit.conflict'
  const wouldLockOut = saving.refusal?.code === 'account.would_lock_out'
  const theirs = useLatest(calls.getAccountDefaults, isConflict ? noParams : null).data
  const save = ({ user_group, ...rest }: Values) =>
    saving.save({
      body: { version, ...rest, user_group: user_group || null, ...(confirmation ? { confirmation } : {}) },
    })
  const goOnFrom = (values: Values) => {
    setVersion(theirs?.version ?? version)
    form.setValues(values)
    saving.forget()
  }
  return (
    <Panel title={t('settings.defaults')}>
      <form onSubmit={form.onSubmit(save)} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settings.defaults_hint')}
          </Text>
          <Autocomplete
            label={t('settings.user_group')}
            data={groupNames}
            disabled={isReadOnly}
            {...form.getInputProps('user_group')}
          />
          <Select
            label={t('settings.role')}
            data={[...new Set([...roleNames, ...(form.values.role ? [form.values.role] : [])])]}
            clearable
            searchable
            disabled={isReadOnly}
            {...form.getInputProps('role')}
          />
          <NetworksInput
            label={t('settings.networks')}
            hint={t('settings.networks_hint')}
            ranges={form.values.cidr_ranges}
            error={form.errors.cidr_ranges as string | undefined}
            isReadOnly={isReadOnly}
            onChange={(ranges) => form.setFieldValue('cidr_ranges', ranges)}
          />
          {isConflict && theirs ? (
            <EditConflict
              differences={differences(valuesOf(theirs), form.values)}
              changedBy={theirs.updated_by}
              onTakeTheirs={() => goOnFrom(valuesOf(theirs))}
              onKeepMine={() => goOnFrom(form.values)}
            />
          ) : (
            <Refusal refusal={saving.refusal}>
              {wouldLockOut && (
                <TextInput
                  mt="sm"
                  label={t('form.type_to_confirm', { word: account })}
                  value={confirmation}
                  onChange={(event) => setConfirmation(event.currentTarget.value)}
                  autoComplete="off"
                />
              )}
            </Refusal>
          )}
          {!isReadOnly && (
            <Group>
              <Button
                type="submit"
                color={wouldLockOut ? 'red' : undefined}
                disabled={wouldLockOut && confirmation !== account}
                loading={saving.isSaving}
              >
                {t('form.save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  )
}
