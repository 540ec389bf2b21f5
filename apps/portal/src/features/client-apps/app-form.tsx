import {
  type ClientAppConfiguration,
  ClientAppReference,
  calls,
  JwksUri,
  OidcAudience,
  OidcIssuer,
} from '@holdfast/contract'
import { TextInput } from '@mantine/core'
import { AccessImpactNote } from '../../shared/access/access-impact-note.tsx'
import { GroupInput } from '../../shared/access/group-input.tsx'
import { HandOver } from '../../shared/access/hand-over.tsx'
import { canNobodyGrant, handOverHint, nobodyCanApprove } from '../../shared/access/hand-over-reason.ts'
import { RolesInput, useRoleNames } from '../../shared/access/role-inputs.tsx'
import { useAccessImpact } from '../../shared/access/use-access-impact.ts'
import { useGranting } from '../../shared/access/use-granting.ts'
import { callApi } from '../../shared/api/client.ts'
import { acceptOnEnter } from '../../shared/forms/accept-on-enter.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { networksRule, networksText } from '../../shared/forms/networks.ts'
import { NetworksInput } from '../../shared/forms/networks-input.tsx'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'

type Values = Pick<ClientAppConfiguration, 'app_reference' | 'oidc_config' | 'group' | 'roles' | 'cidr_ranges'>

const newApp: Values = {
  app_reference: '',
  oidc_config: { issuer: '', audience: '', jwks_uri: '' },
  group: null,
  roles: [],
  cidr_ranges: null,
}

const fieldsOf = ({ cidr_ranges }: Values): readonly Field<Values>[] => [
  {
    name: 'app_reference',
    label: 'apps.reference',
    hint: 'apps.reference_hint',
    isReference: true,
    isRequired: true,
    schema: ClientAppReference,
    input: (props) => <TextInput {...props} data-autofocus />,
  },
  {
    name: 'oidc_config.issuer',
    label: 'apps.issuer',
    hint: 'apps.issuer_hint',
    isRequired: true,
    schema: OidcIssuer,
    input: (props) => <TextInput {...props} placeholder="https://" />,
  },
  {
    name: 'oidc_config.audience',
    label: 'apps.audience',
    hint: 'apps.audience_hint',
    isRequired: true,
    schema: OidcAudience,
    input: (props) => <TextInput {...props} />,
  },
  {
    name: 'oidc_config.jwks_uri',
    label: 'apps.jwks_uri',
    hint: 'apps.jwks_uri_hint',
    isRequired: true,
    schema: JwksUri,
    input: (props) => <TextInput {...props} placeholder="https://" />,
  },
  { name: 'roles', label: 'people.roles', hint: 'apps.roles_hint', input: (props) => <RolesInput {...props} /> },
  {
    name: 'cidr_ranges',
    label: 'roles.networks',
    problem: networksRule(cidr_ranges),
    text: networksText(cidr_ranges),
    input: (props) => <NetworksInput {...props} value={cidr_ranges} />,
  },
  { name: 'group', label: 'apps.group', hint: 'apps.group_hint', input: (props) => <GroupInput {...props} /> },
]

/** The editor of a client app: the issuer of its tokens, and what they give access to. */
export const AppForm = ({ app, isReadOnly }: { app: ClientAppConfiguration | null; isReadOnly: boolean }) => {
  const edit = useEdit({
    item: app,
    call: app ? calls.putApp : calls.createApp,
    changes: [calls.listApps, calls.listRoles],
    valuesOf: (saved: ClientAppConfiguration | null): Values => saved ?? newApp,
    validate: rulesOf(fieldsOf),
    inputOf: ({ app_reference, oidc_config, group, roles, cidr_ranges }, version) => {
      const body = { oidc_config, group, roles, cidr_ranges }
      return { params: { app_reference }, body: app ? { version, ...body } : body }
    },
    readLatest: ({ app_reference }, signal) => callApi(calls.getApp, { params: { app_reference }, signal }),
    onSaved: (saved) => saved,
    subject: ({ app_reference }) => ['apps', app_reference],
  })
  const { app_reference, roles, cidr_ranges } = edit.form.values
  const stored = app ?? newApp
  const isOther = JSON.stringify([roles, cidr_ranges]) !== JSON.stringify([stored.roles, stored.cidr_ranges])
  const { names } = useRoleNames()
  const isAsked =
    !isReadOnly && isOther && networksRule(cidr_ranges) === null && roles.every((role) => names.includes(role))
  const impact = useAccessImpact(
    calls.previewApp,
    isAsked && fieldRule(ClientAppReference)(app_reference) === null
      ? { params: { app_reference }, body: { roles, cidr_ranges } }
      : null,
  )
  const { granting } = useGranting('apps')
  // Saving would be refused, so it is not offered.
  const isRefused = impact?.exceeds_own != null
  const hint = handOverHint(edit.refusal) ?? (isRefused ? 'role_drafts.hand_over_other_hint' : null)
  return (
    <RecordEditor
      tellsChange
      edit={edit}
      fieldsOf={fieldsOf}
      isReadOnly={isReadOnly}
      disabled={isRefused}
      onKeyDown={acceptOnEnter}
      result={
        hint && (
          <HandOver
            call={calls.handOverApp}
            input={(note) => {
              const { oidc_config, group } = edit.form.values
              const body = { version: app?.version ?? 0, oidc_config, group, roles, cidr_ranges, note }
              return { params: { app_reference }, body }
            }}
            hint={hint}
            isOnlyWay={isRefused}
            nobody={canNobodyGrant(granting, roles) && nobodyCanApprove('app')}
            isValid={edit.isValid}
            onHandedOver={() => edit.form.reset()}
          />
        )
      }
    >
      <AccessImpactNote impact={impact} />
    </RecordEditor>
  )
}
