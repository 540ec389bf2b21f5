import { type AccountSettings, calls, type ProfileAccountSettings } from '@holdfast/contract'
import { Switch } from '@mantine/core'
import { callApi } from '../../shared/api/client.ts'
import { type Field, rulesOf } from '../../shared/forms/field.ts'
import { RecordEditor } from '../../shared/forms/record-editor.tsx'
import { useEdit } from '../../shared/forms/use-edit.ts'
import { useText } from '../../shared/i18n/text.ts'

const fieldsOf = (): readonly Field<ProfileAccountSettings>[] => [
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
    inputOf: ({ is_word_search_on, is_asking_before_pictures }, version) => ({
      body: { version, is_word_search_on, is_asking_before_pictures },
    }),
    readLatest: (_, signal) => callApi(calls.getAccountSettings, { signal }),
    onSaved: (saved) => saved,
  })
  return <RecordEditor edit={edit} fieldsOf={fieldsOf} isReadOnly={isReadOnly} title={t('settings.recordings')} />
}
