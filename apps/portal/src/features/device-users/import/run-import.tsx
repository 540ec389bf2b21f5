import { Alert, Button, Checkbox, Group, Progress, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { ExpectedLicencesNote } from '../../../shared/licences/expected-licences-note.tsx'
import { LeaveQuestion } from '../../../shared/ui/leave-question.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { saveFile } from '../../../shared/ui/save-file.ts'
import type { PreparedRow } from './import-rows.ts'
import { ResultsTable } from './results-table.tsx'
import { countsOf, expectedDevicesOf, resultsFile, resultsOf } from './row-results.ts'
import { type PeopleImport, usePeopleImport } from './use-people-import.ts'

/** Previews the rows, applies what changes something, and says what became of each. */
export const RunImport = ({ rows, onRestart }: { rows: readonly PreparedRow[]; onRestart: () => void }) => {
  const t = useText()
  const run = usePeopleImport(rows)
  const [isAccepted, setAccepted] = useState(false)
  const begin = useEffectEvent(run.resume)
  const stop = useEffectEvent(run.stop)
  useEffect(() => {
    begin()
    return () => stop()
  }, [])
  // The outcomes are filled in while a run goes on; what is shown of them follows its progress.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const results = useMemo(
    () => resultsOf(rows, run.previewed, run.applied),
    [rows, run.previewed, run.applied, run.isRunning],
  )
  const counts = countsOf(results)
  const changing = counts.new + counts.brought_back + counts.changed
  const opening = results.filter(({ gaining }) => gaining > 0).length
  const isPreviewed = run.phase === 'preview' && run.isDone && !run.isRunning
  const isApplied = run.phase === 'apply' && run.isDone && !run.isRunning
  return (
    <Panel title={t(run.phase === 'preview' ? 'import.preview_title' : 'import.apply_title')}>
      <LeaveQuestion
        isUnsaved={() => run.phase === 'apply' && run.isRunning}
        title="run.leave_title"
        body="run.leave_body"
        onLeave={run.stop}
      />
      <Stack>
        <RunProgress run={run} />
        {isApplied && (
          <Text size="sm" role="status">
            {t('import.done', { count: changing, refused: counts.refused })}
          </Text>
        )}
        {isPreviewed && opening > 0 && (
          <Alert color="yellow" icon={<IconAlertTriangle />} title={t('import.opens_title', { count: opening })}>
            <Stack gap="xs">
              <Text size="sm">{t('import.opens_body')}</Text>
              <Checkbox
                label={t('import.opens_accept')}
                checked={isAccepted}
                onChange={(event) => setAccepted(event.currentTarget.checked)}
              />
            </Stack>
          </Alert>
        )}
        {isPreviewed && <ExpectedLicencesNote added={expectedDevicesOf(results)} />}
        {!run.isRunning && <ResultsTable results={results} />}
        <Group justify="flex-end">
          {!run.isRunning && (
            <>
              <Button variant="default" onClick={onRestart}>
                {t('import.another_file')}
              </Button>
              <Button variant="default" onClick={() => saveFile(resultsFile(results), 'people-results.csv')}>
                {t('import.save_results')}
              </Button>
            </>
          )}
          {isPreviewed && (
            <Button disabled={changing === 0} onClick={() => run.apply(isAccepted)}>
              {t('import.apply', { count: changing })}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}

/** How far the run is, and what can be done about it. */
const RunProgress = ({ run }: { run: PeopleImport }) => {
  const t = useText()
  if (run.isDone && !run.isRunning) return null
  const { sent, total, phase, isRunning, failure } = run
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t(phase === 'preview' ? 'import.previewing' : 'import.applying', { sent, total })}
      </Text>
      <Progress
        value={total === 0 ? 100 : (100 * sent) / total}
        aria-label={t('import.progress')}
        color={failure ? 'red' : undefined}
      />
      <Refusal refusal={failure} />
      <Group>
        {isRunning ? (
          <Button size="xs" variant="default" onClick={run.stop}>
            {t('import.stop')}
          </Button>
        ) : (
          <Button size="xs" onClick={run.resume}>
            {t('import.resume')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
