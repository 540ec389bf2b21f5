import { calls, type Matter, type MatterNote, maxMatterNoteCharacters } from '@holdfast/contract'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { text, useText } from '../../shared/i18n/text.ts'
import { MatterActions } from '../../shared/legal-holds/close-matter.tsx'
import { MatterLead } from '../../shared/legal-holds/matter-lead.tsx'
import { MatterScreen } from '../../shared/legal-holds/matter-screen.tsx'
import { authorField, type Field, momentField } from '../../shared/list/fields.tsx'
import { ListPage } from '../../shared/list/list-page.tsx'
import { notice } from '../../shared/notices/notice.ts'
import { Panel } from '../../shared/ui/panel.tsx'

const columns: readonly Field<MatterNote>[] = [
  {
    id: 'note_body',
    title: 'matters.note',
    width: 'minmax(12rem, 4fr)',
    priority: 1,
    wraps: true,
    cell: ({ note_body }) => <bdi style={{ whiteSpace: 'pre-wrap' }}>{note_body}</bdi>,
  },
  authorField('created_by', 'matters.note_by', { priority: 1, isOptional: false }),
  momentField('created_at', 'matters.note_at', { priority: 1 }),
]

const WriteNote = ({ matter }: { matter: Matter }) => {
  const t = useText()
  const [note, setNote] = useState('')
  const { matter_reference, title } = matter
  const { save, isSaving, refusal } = useSave({
    call: calls.createMatterNote,
    changes: [calls.listMatterNotes],
    onSaved: () => {
      setNote('')
      notice(text('matters.note_written'), title)
    },
  })
  return (
    <Panel>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (note.trim() !== '') save({ params: { matter_reference }, body: { note_body: note.trim() } })
        }}
      >
        <Stack gap="xs">
          <Textarea
            label={t('matters.note')}
            autosize
            minRows={2}
            maxRows={12}
            maxLength={maxMatterNoteCharacters}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Refusal refusal={refusal} />
          <Group justify="flex-end">
            <Button type="submit" loading={isSaving} disabled={note.trim() === ''}>
              {t('matters.write_note')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

const Notes = ({ matter }: { matter: Matter }) => {
  const { matter_reference, title, may } = matter
  const params = useMemo(() => ({ matter_reference }), [matter_reference])
  return (
    <ListPage
      title="page.matter_notes"
      heading={title}
      call={calls.listMatterNotes}
      params={params}
      fields={[]}
      columns={columns}
      keyOf={({ note_id }) => note_id}
      mainAction={<MatterActions matter={matter} />}
      lead={
        <>
          <MatterLead matter={matter} part="notes" />
          {may.includes('add') && <WriteNote matter={matter} />}
        </>
      }
      empty={{ icon: IconNote, title: 'matters.no_notes', body: 'matters.no_notes_body' }}
      isUpdatedBy={({ kind, reference }) => kind === 'matter' && reference === matter_reference}
    />
  )
}

/** The notes on a matter. */
export default function MatterNotesPage() {
  return (
    <MatterScreen>
      {(matter) =>
        matter.may.includes('open') ? <Notes matter={matter} /> : <MatterLead matter={matter} part="notes" />
      }
    </MatterScreen>
  )
}
