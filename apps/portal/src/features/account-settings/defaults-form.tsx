import { type AccountDefaults, calls } from '@holdfast/contract'
import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { GroupInput } from '../../shared/access/group-input.tsx'
import { useRoleNames } from '../../shared/access/use-role-names.ts'
import { callApi } from '../../shared/api/client.ts'
import { acceptOnEnter } from '../../shared/forms/accept-on-enter.ts'
import type { FieldTexts } from '../../shared/forms/edit-conflict.tsx'
import { EditEnd } from '../../shared/forms/form-end.tsx'
import { networksRule, networksText } from '../../shared/forms/networks.ts'
import { NetworksInput } from '../../shared/forms/networks-input.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { Panel } from '../../shared/ui/panel.tsx'
import { ShutOutPreview } from './shut-out-preview.tsx'

interface Values {
  user_group: string
  role: string | null
  cidr_ranges: string[] | null
}

const valuesOf = (defaults: AccountDefaults | null): Values => ({
  user_group: defaults?.user_group ?? '',
  role: defaults?.role ?? null,
  cidr_ranges: defaults?.cidr_ranges ? [...defaults.cidr_ranges] : null,
})

const textsOf = ({ user_group, role, cidr_ranges }: Values): FieldTexts => ({
  'settings.user_group': user_group,
  'settings.role': role ?? '',
  'settings.networks': networksText(cidr_ranges),
})

/** Refusals that the author can confirm, because the change may be intended. */
const lockingOut = new Set(['account.would_lock_out', 'account.would_lose_role'])

/**
 * The defaults for people, and the networks of the account. Networks that would shut their author out have to be typed
 * twice.
 */
export const DefaultsForm = ({ defaults, isReadOnly }: { defaults: AccountDefaults; isReadOnly: boolean }) => {
  const t = useText()
  const { client, support } = useSession()
  const account = support?.client ?? client ?? ''
  const [confirmation, setConfirmation] = useState('')
  const roleNames = useRoleNames()
  const edit = useEdit({
    item: defaults,
    call: calls.putAccountDefaults,
    changes: [calls.getAccountDefaults, calls.listPortalUsers],
    valuesOf,
    validate: { cidr_ranges: networksRule },
    inputOf: ({ user_group, ...rest }, version) => ({
      body: { version, ...rest, user_group: user_group || null, ...(confirmation ? { confirmation } : {}) },
    }),
    readLatest: (_, signal) => callApi(calls.getAccountDefaults, { signal }),
    onSaved: (saved) => {
      setConfirmation('')
      return saved
    },
  })
  const { form } = edit
  const wouldLockOut = edit.refusal !== null && lockingOut.has(edit.refusal.code ?? '')
  return (
    <Panel title={t('settings.defaults')}>
      <form onSubmit={form.onSubmit(() => edit.save())} onKeyDown={acceptOnEnter} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('settings.defaults_hint')}
          </Text>
          <GroupInput label={t('settings.user_group')} disabled={isReadOnly} {...form.getInputProps('user_group')} />
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
            error={form.errors.cidr_ranges}
            isReadOnly={isReadOnly}
            onChange={(ranges) => form.setFieldValue('cidr_ranges', ranges)}
          />
          {!isReadOnly && <ShutOutPreview ranges={form.values.cidr_ranges} held={defaults.cidr_ranges} />}
          <EditEnd
            edit={edit}
            isReadOnly={isReadOnly}
            textsOf={textsOf}
            {...(wouldLockOut ? { color: 'red', disabled: confirmation !== account } : {})}
          >
            {wouldLockOut && (
              <TextInput
                mt="sm"
                label={t('form.type_to_confirm', { word: account })}
                value={confirmation}
                onChange={(event) => setConfirmation(event.currentTarget.value)}
                autoComplete="off"
              />
            )}
          </EditEnd>
        </Stack>
      </form>
    </Panel>
  )
}
