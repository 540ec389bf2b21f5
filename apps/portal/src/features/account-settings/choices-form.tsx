import {
  type AccountSettings,
  calls,
  type Disposition,
  limits,
  ProfileAccountSettings,
  playbackReasonKinds,
} from '@holdfast/contract'
import { NumberInput, Select, Switch, TagsInput } from '@mantine/core'
import { HandOver } from '../../shared/access/hand-over.tsx'
import { callApi } from '../../shared/api/client.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { DispositionsInput } from './dispositions-input.tsx'

const problemOf = (dispositions: readonly Disposition[]): string | null => {
  const names = dispositions.map(({ name }) => name.trim().toLowerCase())
  if (names.includes('')) return text('settings.disposition_empty')
  return new Set(names).size < names.length ? text('settings.disposition_repeated') : null
}

const fieldsOf = ({
  playback_reason_kind,
  playback_reasons,
  dispositions,
  hold_release_needs_second_person,
}: ProfileAccountSettings): readonly Field<ProfileAccountSettings>[] => [
  {
    name: 'is_word_search_on',
    label: 'settings.word_search',
    hint: 'settings.word_search_hint',
    input: (props) => <Switch {...props} />,
  },
  {
    name: 'is_asking_before_pictures',
    label: 'settings.ask_before_pictures',
    hint: 'settings.ask_before_pictures_hint',
    input: (props) => <Switch {...props} />,
  },
  {
    name: 'playback_reason_kind',
    label: 'settings.playback_reason',
    hint: 'settings.playback_reason_hint',
    text: text(`settings.playback_reason_${playback_reason_kind}`),
    input: (props) => (
      <Select
        {...props}
        allowDeselect={false}
        data={playbackReasonKinds.map((value) => ({ value, label: text(`settings.playback_reason_${value}`) }))}
      />
    ),
  },
  ...(playback_reason_kind === 'list'
    ? [
        {
          name: 'playback_reasons',
          label: 'settings.playback_reasons',
          hint: 'settings.playback_reasons_hint',
          schema: ProfileAccountSettings.properties.playback_reasons,
          problem: playback_reasons.length === 0 ? text('settings.playback_reasons_none') : null,
          input: (props) => (
            <TagsInput {...props} maxTags={limits.maxPlaybackReasons} splitChars={[]} acceptValueOnBlur />
          ),
        } satisfies Field<ProfileAccountSettings>,
      ]
    : []),
  {
    name: 'dispositions',
    label: 'settings.dispositions',
    hint: 'settings.dispositions_hint',
    problem: problemOf(dispositions),
    text: dispositions.map(({ name }) => name).join(', '),
    input: (props) => <DispositionsInput {...props} />,
  },
  {
    name: 'needs_second_person',
    label: 'settings.needs_second_person',
    hint: 'settings.needs_second_person_hint',
    input: (props) => <Switch {...props} />,
  },
  {
    name: 'hold_release_needs_second_person',
    label: 'settings.hold_release_second',
    hint: 'settings.hold_release_second_hint',
    input: (props) => <Switch {...props} />,
  },
  ...(hold_release_needs_second_person
    ? [
        {
          name: 'hold_release_days',
          label: 'settings.hold_release_days',
          hint: 'settings.hold_release_days_hint',
          schema: ProfileAccountSettings.properties.hold_release_days,
          input: (props) => <NumberInput {...props} min={0} allowDecimal={false} clampBehavior="none" maw={240} />,
        } satisfies Field<ProfileAccountSettings>,
      ]
    : []),
]

/** What the account chooses for everybody in it. */
export const ChoicesForm = ({ settings, isReadOnly }: { settings: AccountSettings; isReadOnly: boolean }) => {
  const t = useText()
  const edit = useEdit({
    item: settings,
    call: calls.putAccountSettings,
    changes: [calls.getAccountSettings, calls.getWordIndex],
    valuesOf: (saved: AccountSettings | null): ProfileAccountSettings => saved ?? settings,
    validate: rulesOf(fieldsOf),
    inputOf: (
      {
        is_word_search_on,
        is_asking_before_pictures,
        playback_reason_kind,
        playback_reasons,
        dispositions,
        needs_second_person,
        hold_release_needs_second_person,
        hold_release_days,
      },
      version,
    ) => ({
      body: {
        version,
        is_word_search_on,
        is_asking_before_pictures,
        playback_reason_kind,
        playback_reasons,
        dispositions,
        needs_second_person,
        hold_release_needs_second_person,
        hold_release_days,
      },
    }),
    readLatest: (_, signal) => callApi(calls.getAccountSettings, { signal }),
    onSaved: (saved) => saved,
  })
  return (
    <RecordEditor
      tellsChange
      edit={edit}
      fieldsOf={fieldsOf}
      isReadOnly={isReadOnly}
      title={t('settings.recordings')}
      result={
        edit.refusal?.code === 'account.needs_second_person' && (
          <HandOver
            call={calls.handOverSecondPerson}
            input={(note) => ({ body: { version: settings.version, note } })}
            hint="role_drafts.second_person_hint"
            onHandedOver={() => edit.form.setFieldValue('needs_second_person', true)}
          />
        )
      }
    />
  )
}
