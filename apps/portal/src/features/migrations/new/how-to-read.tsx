import { fieldProblem, type MigrationExport, MigrationFolder } from '@holdfast/contract'
import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ConfirmButton } from '../../../shared/forms/confirm-button.tsx'
import { fieldRule } from '../../../shared/forms/field-rule.ts'
import { ListedInput } from '../../../shared/forms/listed-input.tsx'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { Panel } from '../../../shared/ui/panel.tsx'
import { useStart } from '../use-start.ts'
import { ColumnFields } from './column-fields.tsx'
import { timeZoneOf } from './time-zone.ts'
import { useColumns, useEarlierRuns } from './use-columns.ts'

/** `UTC` is not among those of every browser. */
const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** How an export is read, and whether it is only tried. */
export const HowToRead = ({ chosen }: { chosen: MigrationExport | null }) => {
  const t = useText()
  const earlier = useEarlierRuns()
  const sources = [...new Set(earlier.map((run) => run.source))]
  const { start, isStarting, refusal } = useStart()
  const [source, setSource] = useState('')
  const [chosenZone, setChosenZone] = useState<string | null>(null)
  const [is_dry_run, setIsDryRun] = useState(true)
  const zone = timeZoneOf(source, chosenZone, earlier)
  const { time_zone } = zone
  const { tables, columns, isSaved, isSound, change } = useColumns(chosen, source, earlier)
  const isComplete = chosen !== null && isSound && fieldProblem(MigrationFolder, source) === null
  const begin = () => {
    if (!isComplete) return
    const mapped = Object.keys(columns).length > 0 ? { columns } : {}
    start({ folder: chosen.folder, source, time_zone, is_dry_run, ...mapped })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A migration is confirmed first.
    if (is_dry_run) begin()
  }
  return (
    <Panel title={t('migrations.how')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ListedInput
            label={t('migrations.source')}
            description={t('migrations.source_hint')}
            withAsterisk
            maxLength={60}
            options={sources}
            value={source}
            problem={source === '' ? null : fieldRule(MigrationFolder)(source)}
            onChange={setSource}
          />
          <Select
            label={t('migrations.time_zone')}
            description={`${t('migrations.time_zone_hint')}${zone.isSaved ? ` ${t('migrations.time_zone_saved')}` : ''}`}
            withAsterisk
            searchable
            allowDeselect={false}
            data={timeZones.includes(time_zone) ? timeZones : [time_zone, ...timeZones]}
            value={time_zone}
            onChange={(value) => value && setChosenZone(value)}
          />
          <ColumnFields key={chosen?.folder} tables={tables} columns={columns} onChange={change} />
          {isSaved && <Text size="sm">{t('migrations.columns_saved')}</Text>}
          <RunAs is_dry_run={is_dry_run} onChange={setIsDryRun} />
          <Refusal refusal={refusal} />
          <StartButton
            folder={chosen?.folder ?? null}
            is_dry_run={is_dry_run}
            isComplete={isComplete}
            isStarting={isStarting}
            onConfirm={begin}
          />
        </Stack>
      </form>
    </Panel>
  )
}

const RunAs = ({ is_dry_run, onChange }: { is_dry_run: boolean; onChange: (isDryRun: boolean) => void }) => {
  const t = useText()
  return (
    <Radio.Group
      label={t('migrations.run_as')}
      value={is_dry_run ? 'dry' : 'real'}
      onChange={(value) => onChange(value === 'dry')}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="dry" label={t('migrations.run_dry')} description={t('migrations.run_dry_hint')} />
        <Radio value="real" label={t('migrations.run_real')} description={t('migrations.run_real_hint')} />
      </Stack>
    </Radio.Group>
  )
}

interface StartButtonProps {
  folder: string | null
  is_dry_run: boolean
  isComplete: boolean
  isStarting: boolean
  onConfirm: () => void
}

/** Submits the form for a dry run. A migration is started in a dialog that asks first. */
const StartButton = ({ folder, is_dry_run, isComplete, isStarting, onConfirm }: StartButtonProps) => {
  const t = useText()
  return (
    <Group>
      {is_dry_run ? (
        <Button type="submit" disabled={!isComplete} loading={isStarting}>
          {t('migrations.start_dry')}
        </Button>
      ) : (
        <ConfirmButton
          color="blue"
          label={t('migrations.start_real')}
          title={t('migrations.migrate_title', { folder: folder ?? '' })}
          body={t('migrations.migrate_body')}
          disabled={!isComplete}
          isBusy={isStarting}
          onConfirm={onConfirm}
        />
      )}
      {folder === null && (
        <Text size="sm" c="dimmed">
          {t('migrations.needs_export')}
        </Text>
      )}
    </Group>
  )
}
