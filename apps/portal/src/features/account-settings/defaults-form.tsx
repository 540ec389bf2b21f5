import { type AccountDefaults, calls } from '@holdfast/contract'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { AccessImpactNote } from '../../shared/access/access-impact-note.tsx'
import { GroupInput } from '../../shared/access/group-input.tsx'
import { HandOver } from '../../shared/access/hand-over.tsx'
import { canNobodyGrant, handOverHint, nobodyCanApprove } from '../../shared/access/hand-over-reason.ts'
import { RoleInput, useRoleNames } from '../../shared/access/role-inputs.tsx'
import { useAccessImpact } from '../../shared/access/use-access-impact.ts'
import { useGranting } from '../../shared/access/use-granting.ts'
import { callApi } from '../../shared/api/client.ts'
import { acceptOnEnter } from '../../shared/forms/accept-on-enter.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { networksRule, networksText } from '../../shared/forms/networks.ts'
import { NetworksInput } from '../../shared/forms/networks-input.tsx'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'
import { useSession } from '../../shared/session/use-session.ts'
import { ShutOutPreview } from './shut-out-preview.tsx'

type Values = Pick<AccountDefaults, 'user_group' | 'role' | 'cidr_ranges'>

const fieldsOf = ({ cidr_ranges }: Values): readonly Field<Values>[] => [
  { name: 'user_group', label: 'settings.user_group', input: (props) => <GroupInput {...props} /> },
  { name: 'role', label: 'settings.role', input: (props) => <RoleInput {...props} /> },
  {
    name: 'cidr_ranges',
    label: 'settings.networks',
    hint: 'settings.networks_hint',
    problem: networksRule(cidr_ranges),
    text: networksText(cidr_ranges),
    input: (props) => <NetworksInput {...props} value={cidr_ranges} />,
  },
]

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
  const edit = useEdit({
    item: defaults,
    call: calls.putAccountDefaults,
    changes: [calls.getAccountDefaults, calls.listPortalUsers],
    valuesOf: (saved: AccountDefaults | null): Values => saved ?? defaults,
    validate: rulesOf(fieldsOf),
    inputOf: ({ user_group, role, cidr_ranges }, version) => ({
      body: { version, user_group, role, cidr_ranges, ...(confirmation ? { confirmation } : {}) },
    }),
    readLatest: (_, signal) => callApi(calls.getAccountDefaults, { signal }),
    onSaved: (saved) => {
      setConfirmation('')
      return saved
    },
  })
  const { role } = edit.form.values
  const { names } = useRoleNames()
  const impact = useAccessImpact(
    calls.previewDefaultRole,
    !isReadOnly && role !== defaults.role && (role === null || names.includes(role)) ? { body: { role } } : null,
  )
  const { granting } = useGranting('account')
  // Saving would be refused, so it is not offered.
  const isRefused = impact?.exceeds_own != null
  const hint = handOverHint(edit.refusal) ?? (isRefused ? 'role_drafts.hand_over_other_hint' : null)
  const wouldLockOut = edit.refusal !== null && lockingOut.has(edit.refusal.code ?? '')
  return (
    <RecordEditor
      tellsChange
      edit={edit}
      fieldsOf={fieldsOf}
      isReadOnly={isReadOnly}
      title={t('settings.defaults')}
      hint={t('settings.defaults_hint')}
      onKeyDown={acceptOnEnter}
      result={
        hint && (
          <HandOver
            call={calls.handOverDefaultRole}
            input={(note) => ({ body: { version: defaults.version, role, note } })}
            hint={hint}
            isOnlyWay={isRefused}
            nobody={role !== null && canNobodyGrant(granting, [role]) && nobodyCanApprove('default_role')}
            onHandedOver={() => edit.form.setFieldValue('role', defaults.role)}
          />
        )
      }
      {...(wouldLockOut ? { color: 'red', disabled: isRefused || confirmation !== account } : { disabled: isRefused })}
      solution={
        wouldLockOut && (
          <TextInput
            mt="sm"
            label={t('form.type_to_confirm', { word: account })}
            value={confirmation}
            onChange={(event) => setConfirmation(event.currentTarget.value)}
            autoComplete="off"
          />
        )
      }
    >
      <AccessImpactNote impact={impact} />
      {!isReadOnly && <ShutOutPreview ranges={edit.form.values.cidr_ranges} held={defaults.cidr_ranges} />}
    </RecordEditor>
  )
}
