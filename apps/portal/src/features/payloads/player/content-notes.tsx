import type { Payload } from '@holdfast/contract'
import { Text } from '@mantine/core'
import { useText } from '../../../shared/i18n/text.ts'

/** What is not heard or seen of a recording although it plays. */
export const ContentNotes = ({ payload: { media, unusual } }: { payload: Payload }) => {
  const t = useText()
  const notes = (media?.undecoded_tracks ?? []).map((track) => {
    const [kind, format = ''] = track.split('/')
    return t(kind === 'audio' ? 'player.sound_undecoded' : 'player.picture_undecoded', { format })
  })
  if (unusual.includes('damaged_content')) notes.push(t('player.damaged'))
  return [...new Set(notes)].map((note) => (
    <Text key={note} size="xs" c="dimmed" role="note" mt="xs">
      {note}
    </Text>
  ))
}
