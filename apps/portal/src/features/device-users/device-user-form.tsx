import {
  calls,
  type DeviceUser,
  DeviceUserReference,
  Email,
  ExpectedDeviceCount,
  FirstName,
  GroupReference,
  type ServiceName,
  Surname,
  serviceNames,
} from '@holdfast/contract'
import { MultiSelect, NumberInput, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { addressOf } from '../../shared/access/addresses.ts'
import { GroupInput } from '../../shared/access/group-input.tsx'
import { HandOver } from '../../shared/access/hand-over.tsx'
import { handOverBeforehand, handOverHint, nobodyCanApprove } from '../../shared/access/hand-over-reason.ts'
import { MoveImpactNote } from '../../shared/access/move-impact-note.tsx'
import { useGroupExists } from '../../shared/access/use-group-exists.ts'
import { useMoveImpact } from '../../shared/access/use-move-impact.ts'
import { callApi } from '../../shared/api/client.ts'
import { acceptOnEnter } from '../../shared/forms/accept-on-enter.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { fieldRule } from '../../shared/forms/field-rule.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { text } from '../../shared/i18n/text.ts'
import { ExpectedLicencesNote } from '../../shared/licences/expected-licences-note.tsx'

interface Values {
  device_user_reference: string
  first_name: string
  surname: string
  email: string
  group: string | null
  services: ServiceName[]
  expected_device_count: number | string
}

const newPerson: Values = {
  device_user_reference: '',
  first_name: '',
  surname: '',
  email: '',
  group: null,
  services: [],
  expected_device_count: 1,
}

export const valuesOf = (user: DeviceUser | null): Values =>
  user
    ? { ...user, first_name: user.first_name ?? '', surname: user.surname ?? '', email: user.email ?? '' }
    : newPerson

/** The call's body for what the form holds. Every field has passed its rule. */
export const bodyOf = (
  { group, services, expected_device_count, email, first_name, surname }: Values,
  version: number,
) => ({
  version,
  group: group ?? '',
  services,
  expected_device_count: Number(expected_device_count),
  email,
  first_name,
  surname,
})

const serviceOptions = () => serviceNames.map((service) => ({ value: service, label: text(`service.${service}`) }))

const fieldsOf = ({ group, services }: Values): readonly Field<Values>[] => [
  {
    name: 'device_user_reference',
    label: 'user.reference',
    hint: 'user.reference_hint',
    isReference: true,
    isRequired: true,
    schema: DeviceUserReference,
    input: (props) => <TextInput {...props} data-autofocus />,
  },
  {
    name: 'first_name',
    label: 'user.first_name',
    isRequired: true,
    schema: FirstName,
    input: (props) => <TextInput {...props} />,
  },
  {
    name: 'surname',
    label: 'user.surname',
    isRequired: true,
    schema: Surname,
    input: (props) => <TextInput {...props} />,
  },
  {
    name: 'email',
    label: 'user.email',
    isRequired: true,
    schema: Email,
    input: (props) => <TextInput {...props} type="email" />,
  },
  {
    name: 'group',
    label: 'user.group',
    hint: 'user.group_hint',
    isRequired: true,
    problem: group ? fieldRule(GroupReference)(group) : text('user.group_missing'),
    input: (props) => <GroupInput {...props} />,
  },
  {
    name: 'services',
    label: 'user.services',
    hint: 'user.services_hint',
    isRequired: true,
    problem: services.length === 0 ? text('user.services_missing') : null,
    text: services.map((service) => text(`service.${service}`)).join(', '),
    input: (props) => <MultiSelect {...props} data={serviceOptions()} searchable hidePickedOptions clearable />,
  },
  {
    name: 'expected_device_count',
    label: 'user.expected',
    isRequired: true,
    schema: ExpectedDeviceCount,
    input: (props) => <NumberInput {...props} allowDecimal={false} allowNegative={false} />,
  },
]

/** The editor of a person who carries devices. After a change, it goes back to the person. */
export const DeviceUserForm = ({ user, isReadOnly }: { user: DeviceUser | null; isReadOnly: boolean }) => {
  const navigate = useNavigate()
  const [isSaved, setSaved] = useState(false)
  const edit = useEdit({
    item: user,
    call: user ? calls.putDeviceUser : calls.onboardDeviceUser,
    changes: [calls.listDeviceUsers, calls.listDevices, calls.listGroups],
    valuesOf,
    validate: rulesOf(fieldsOf),
    inputOf: (values, version) => ({
      params: { device_user_reference: values.device_user_reference },
      body: bodyOf(values, version),
    }),
    readLatest: ({ device_user_reference }, signal) =>
      callApi(calls.getDeviceUser, { params: { device_user_reference }, signal }),
    onSaved: (saved) => {
      setSaved(true)
      return saved
    },
    subject: ({ device_user_reference }) => ['users', device_user_reference],
  })
  const reference = user?.device_user_reference
  useEffect(() => {
    if (isSaved && reference !== undefined) void navigate({ to: addressOf('users', reference) })
  }, [isSaved, reference, navigate])
  const { group, services, expected_device_count } = edit.form.values
  const isMove = user !== null && group !== null && group !== user.group && fieldRule(GroupReference)(group) === null
  // A group that is half typed is not asked about: that would be a failed call on the trail.
  const isGroup = useGroupExists(isMove && !isReadOnly ? group : null)
  const move = useMoveImpact(isMove && isGroup ? { device_user_references: [user.device_user_reference], group } : null)
  const { impact, needsSecondPerson } = move
  const isBeyondOwn = impact !== undefined && (impact.exceeds_own !== null || impact.beyond_own_total > 0)
  // Saving would be refused, so it is not offered.
  const isRefused = isMove && (impact?.exceeds_own != null || needsSecondPerson)
  const hint = handOverHint(edit.refusal) ?? handOverBeforehand({ needsSecondPerson, isBeyondOwn })
  return (
    <RecordEditor
      edit={edit}
      fieldsOf={fieldsOf}
      isReadOnly={isReadOnly}
      disabled={isRefused}
      {...(user && { onKeyDown: acceptOnEnter })}
      onSave={() => edit.save(isMove ? { query: { accept_gains: move.isAccepted } } : {})}
      result={
        isMove &&
        hint && (
          <HandOver
            call={calls.handOverDeviceUser}
            input={(note) => ({
              params: { device_user_reference: user.device_user_reference },
              body: { version: user.version, group, note },
            })}
            hint={hint}
            isOnlyWay={isRefused}
            nobody={impact?.has_approver === false && nobodyCanApprove('device_user')}
            onHandedOver={() => edit.form.reset()}
          />
        )
      }
    >
      <MoveImpactNote {...move} />
      {user === null && (
        <ExpectedLicencesNote added={new Map(services.map((service) => [service, Number(expected_device_count)]))} />
      )}
    </RecordEditor>
  )
}
