import { calls, type WordIndex } from '@holdfast/contract'
import { dayStyle } from '@holdfast/words'
import { Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useIntl } from 'react-intl'
import { errorInstead } from '../../shared/api/api-error.ts'
import { ConfirmButton } from '../../shared/forms/confirm-button.tsx'
import { useLoaded } from '../../shared/forms/use-loaded.ts'
import { useSave } from '../../shared/forms/use-save.ts'
import { useText } from '../../shared/i18n/text.ts'
import { failureNotice } from '../../shared/notices/notice.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

const noParams = {}
const readAgainMs = 2000

interface WordIndexPanelProps {
  isReadOnly: boolean
  onRemoved: () => void
}

/** The state of the word index, its progress while it is built or removed, and what can be done with it. */
export const WordIndexPanel = ({ isReadOnly, onRemoved }: WordIndexPanelProps) => {
  const { data, error, refetch } = useLoaded(calls.getWordIndex, noParams)
  const isBusy = data?.state === 'building' || data?.state === 'removing'
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(() => void refetch(), readAgainMs)
    return () => clearInterval(timer)
  }, [isBusy, refetch])
  const failure = errorInstead(error, data)
  if (failure) return <ErrorState error={failure} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={180} radius="lg" />
  const removed = () => {
    // Removing it takes time: its state is read again, unlike that of other things that were deleted.
    void refetch()
    onRemoved()
  }
  return <IndexState index={data} isReadOnly={isReadOnly} onRemoved={removed} />
}

const IndexState = ({ index, isReadOnly, onRemoved }: WordIndexPanelProps & { index: WordIndex }) => {
  const t = useText()
  const { state, done, total } = index
  const share = state === 'building' && total ? Math.min(100, (100 * done) / total) : null
  return (
    <Panel title={t('word_index.title')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('word_index.hint')}
        </Text>
        <StateText index={index} />
        {share !== null && <Progress value={share} aria-label={t('word_index.progress')} />}
        {!isReadOnly && state !== 'off' && <Actions state={state} onRemoved={onRemoved} />}
      </Stack>
    </Panel>
  )
}

const StateText = ({ index: { state, done, total, ended_at, is_outdated } }: { index: WordIndex }) => {
  const t = useText()
  const intl = useIntl()
  const date = ended_at ? intl.formatDate(ended_at, { dateStyle: dayStyle(intl.locale), timeStyle: 'short' }) : '–'
  const isReadingComments = total !== null && done >= total
  const building = isReadingComments
    ? t('word_index.building_comments')
    : t('word_index.building', { done, total: total ?? 0 })
  const texts = {
    off: t('word_index.off'),
    building,
    removing: t('word_index.removing', { done }),
    ready: is_outdated ? t('word_index.outdated') : t('word_index.ready', { date }),
  }
  return (
    <Text size="sm" role="status">
      {texts[state]}
    </Text>
  )
}

const Actions = ({ state, onRemoved }: Pick<WordIndex, 'state'> & Pick<WordIndexPanelProps, 'onRemoved'>) => {
  const t = useText()
  const changes = [calls.getWordIndex, calls.getAccountSettings]
  const rebuilding = useSave({ call: calls.rebuildWordIndex, changes, onSaved: () => undefined })
  const removing = useSave({ call: calls.deleteWordIndex, changes, onSaved: onRemoved })
  const refusal = rebuilding.refusal ?? removing.refusal
  useEffect(() => {
    if (refusal) failureNotice(refusal)
  }, [refusal])
  if (state === 'removing') return null
  return (
    <Group>
      {state === 'ready' && (
        <ConfirmButton
          size="xs"
          variant="default"
          color="cerulean"
          label={t('word_index.rebuild')}
          title={t('word_index.rebuild_title')}
          body={t('word_index.rebuild_body')}
          isBusy={rebuilding.isSaving}
          onConfirm={() => rebuilding.save({})}
        />
      )}
      <ConfirmButton
        size="xs"
        variant="default"
        color="red"
        label={t('word_index.remove')}
        title={t('word_index.remove_title')}
        body={t('word_index.remove_body')}
        isBusy={removing.isSaving}
        onConfirm={() => removing.save({})}
      />
    </Group>
  )
}
