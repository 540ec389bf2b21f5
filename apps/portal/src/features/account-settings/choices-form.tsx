import { type AccountSettings, calls, type Disposition, type ProfileAccountSettings } from '@holdfast/contract'
import { Switch } from '@mantine/core'
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

const fieldsOf = ({ dispositions }: ProfileAccountSettings): readonly Field<ProfileAccountSettings>[] => [
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
    name: 'dispositions',
    label: 'settings.dispositions',
    hint: 'settings.dispositions_hint',
    problem: problemOf(dispositions),
    text: dispositions.map(({ name }) => name).join(', '),
    input: (props) => <DispositionsInput {...props} />,
  },
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
    inputOf: ({ is_word_search_on, is_asking_before_pictures, dispositions }, version) => ({
      body: { version, is_word_search_on, is_asking_before_pictures, dispositions },
    }),
    readLatest: (_, signal) => callApi(calls.getAccountSettings, { signal }),
    onSaved: (saved) => saved,
  })
  return <RecordEditor edit={edit} fieldsOf={fieldsOf} isReadOnly={isReadOnly} title={t('settings.recordings')} />
}
