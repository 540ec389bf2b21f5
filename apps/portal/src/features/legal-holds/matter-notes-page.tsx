import { calls, type Matter, type MatterNote, maxMatterNoteCharacters } from '@holdfast/contract'
import { Box, Button, Group, Stack, Textarea } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconNote } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { Refusal } from '../../shared/forms/refusal.tsx'
import { useSave } from '../../shared/forms/use-save.ts'
import { Colleague } from '../../shared/found/colleague.tsx'
import { text, useText } from '../../shared/i18n/text.ts'
import { MatterActions } from '../../shared/legal-holds/close-matter.tsx'
import { MatterLead, MatterWithoutContent } from '../../shared/legal-holds/matter-lead.tsx'
import { MatterScreen } from '../../shared/legal-holds/matter-screen.tsx'
import { useMatterCount } from '../../shared/legal-holds/use-matter-count.ts'
import { authorField, type Field, momentField, textField } from '../../shared/list/fields.tsx'
import { type ListBodyProps, ListPage } from '../../shared/list/list-page.tsx'
import { notice } from '../../shared/notices/notice.ts'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './matter-notes.module.css'

/** The fields of exported notes. */
const columns: readonly Field<MatterNote>[] = [
  textField('note_body', 'matters.note', { priority: 1 }),
  authorField('created_by', 'matters.note_by', { priority: 1, isOptional: false }),
  momentField('created_at', 'matters.note_at', { priority: 1 }),
]

/** Notes as they were written, each whole. */
const NoteList = ({ rows, hasMore, onEnd }: ListBodyProps<MatterNote>) => {
  const { ref: end, entry } = useIntersection({ rootMargin: '800px' })
  const isNearEnd = entry?.isIntersecting ?? false
  useEffect(() => {
    if (hasMore && isNearEnd && rows.length > 0) onEnd()
  }, [hasMore, isNearEnd, rows.length, onEnd])
  return (
    <Panel>
      <ul className={classes.notes}>
        {rows.map(({ note_id, note_body, created_by, created_at }) => (
          <li key={note_id} className={classes.note}>
            <div className={classes.head}>
              <Colleague author={created_by} /> <Moment time={created_at} />
            </div>
            <p className={classes.text}>
              <bdi>{note_body}</bdi>
            </p>
          </li>
        ))}
      </ul>
      <div ref={end} />
    </Panel>
  )
}

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
  const counted = useMatterCount(matter)
  const params = useMemo(() => ({ matter_reference }), [matter_reference])
  return (
    <ListPage
      title="page.matter_notes"
      heading={title}
      counted={counted}
      call={calls.listMatterNotes}
      params={params}
      fields={[]}
      columns={columns}
      keyOf={({ note_id }) => note_id}
      body={NoteList}
      isWide={false}
      mainAction={<MatterActions matter={matter} />}
      lead={
        <>
          <MatterLead matter={matter} part="notes" />
          {may.includes('add') && (
            <Box mb="md">
              <WriteNote matter={matter} />
            </Box>
          )}
        </>
      }
      empty={{
        icon: IconNote,
        title: 'matters.no_notes',
        body: matter.is_closed ? 'matters.closed_body' : 'matters.no_notes_body',
      }}
      isUpdatedBy={({ kind, reference }) => kind === 'matter' && reference === matter_reference}
    />
  )
}

/** The notes on a matter. */
export default function MatterNotesPage() {
  return (
    <MatterScreen>
      {(matter) =>
        matter.may.includes('open') ? <Notes matter={matter} /> : <MatterWithoutContent matter={matter} part="notes" />
      }
    </MatterScreen>
  )
}
