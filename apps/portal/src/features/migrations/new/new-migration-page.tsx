import {
  calls,
  fieldProblem,
  type LegacyMigration,
  type MigrationColumns,
  type MigrationExport,
  MigrationFolder,
} from '@holdfast/contract'
import { Button, Group, Radio, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readApi, session } from '../../../shared/api/client.ts'
import { ConfirmButton } from '../../../shared/forms/confirm-button.tsx'
import { fieldRule } from '../../../shared/forms/field-rule.ts'
import { ListedInput } from '../../../shared/forms/listed-input.tsx'
import { Refusal } from '../../../shared/forms/refusal.tsx'
import { useText } from '../../../shared/i18n/text.ts'
import { PageHeader } from '../../../shared/ui/page-header.tsx'
import { PageSkeleton } from '../../../shared/ui/page-skeleton.tsx'
import { Panel } from '../../../shared/ui/panel.tsx'
import { useStart } from '../use-start.ts'
import { ChooseExport } from './choose-export.tsx'
import { ColumnFields } from './column-fields.tsx'
import { applicable, columnTwice, tablesOf } from './column-mapping.ts'
import { UploadExport } from './upload-export.tsx'
import { useExports } from './use-exports.ts'

/** `UTC` is not among those of every browser. */
const timeZones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Earlier runs, the latest first: their sources, and how their columns were read. */
const useEarlierRuns = (): readonly LegacyMigration[] => {
  const { client, support } = session.state()
  const { data } = useQuery({
    queryKey: ['earlier-migrations', client, support?.requestReference ?? null],
    queryFn: ({ signal }) => readApi(calls.listMigrations, { query: { limit: 100 }, signal }),
    staleTime: 0,
  })
  return data?.items ?? []
}

/** How columns are read: as chosen here, else as in the last run of the source. */
const useColumns = (chosen: MigrationExport | null, source: string, earlier: readonly LegacyMigration[]) => {
  const [entered, setEntered] = useState<{ folder: string; columns: MigrationColumns } | null>(null)
  const tables = chosen ? tablesOf(chosen) : []
  const saved = earlier.find((run) => run.source === source)?.columns ?? null
  const own = entered !== null && entered.folder === chosen?.folder ? entered.columns : null
  const columns = own ?? (saved ? applicable(saved, tables) : {})
  return {
    tables,
    columns,
    isSaved: own === null && Object.keys(columns).length > 0,
    isSound: tables.every((table) => columnTwice(columns, table) === null),
    change: (next: MigrationColumns) => chosen && setEntered({ folder: chosen.folder, columns: next }),
  }
}

/** Chooses or uploads an export, says how to read it, and starts a dry run or the migration. */
export default function NewMigrationPage() {
  const t = useText()
  const exports = useExports()
  const [chosenWay, setWay] = useState<'folder' | 'upload' | null>(null)
  const [folder, setFolder] = useState<string | null>(null)
  if (exports.isLoading) return <PageSkeleton />
  const way = chosenWay ?? (exports.all.length > 0 ? 'folder' : 'upload')
  const chosen = exports.all.find((one) => one.folder === folder) ?? null
  return (
    <>
      <PageHeader title={t('page.new_migration')} />
      <Stack maw={820}>
        <Panel title={t('migrations.export')}>
          <Stack>
            <SegmentedControl
              aria-label={t('migrations.export')}
              value={way}
              onChange={(value) => setWay(value === 'upload' ? 'upload' : 'folder')}
              data={[
                { value: 'folder', label: t('migrations.from_folder') },
                { value: 'upload', label: t('migrations.from_upload') },
              ]}
              style={{ alignSelf: 'start' }}
            />
            {/* Kept while the other one is shown, so that an upload goes on. */}
            <div hidden={way !== 'folder'}>
              <ChooseExport exports={exports} chosen={chosen} onChoose={setFolder} />
            </div>
            <div hidden={way !== 'upload'}>
              <UploadExport
                onUploaded={(uploaded) => {
                  setFolder(uploaded)
                  setWay('folder')
                  exports.readAgain()
                }}
              />
            </div>
          </Stack>
        </Panel>
        <HowToRead chosen={chosen} />
      </Stack>
    </>
  )
}

const HowToRead = ({ chosen }: { chosen: MigrationExport | null }) => {
  const t = useText()
  const earlier = useEarlierRuns()
  const sources = [...new Set(earlier.map((run) => run.source))]
  const { start, isStarting, refusal } = useStart()
  const [source, setSource] = useState('')
  const [time_zone, setTimeZone] = useState(ownTimeZone)
  const [is_dry_run, setIsDryRun] = useState(true)
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
            description={t('migrations.time_zone_hint')}
            withAsterisk
            searchable
            allowDeselect={false}
            data={timeZones.includes(time_zone) ? timeZones : [time_zone, ...timeZones]}
            value={time_zone}
            onChange={(value) => value && setTimeZone(value)}
          />
          <ColumnFields key={chosen?.folder} tables={tables} columns={columns} onChange={change} />
          {isSaved && <Text size="sm">{t('migrations.columns_saved')}</Text>}
          <Radio.Group
            label={t('migrations.run_as')}
            value={is_dry_run ? 'dry' : 'real'}
            onChange={(value) => setIsDryRun(value === 'dry')}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="dry" label={t('migrations.run_dry')} description={t('migrations.run_dry_hint')} />
              <Radio value="real" label={t('migrations.run_real')} description={t('migrations.run_real_hint')} />
            </Stack>
          </Radio.Group>
          <Refusal refusal={refusal} />
          <Group>
            {is_dry_run ? (
              <Button type="submit" disabled={!isComplete} loading={isStarting}>
                {t('migrations.start_dry')}
              </Button>
            ) : (
              <ConfirmButton
                color="blue"
                label={t('migrations.start_real')}
                title={t('migrations.migrate_title', { folder: chosen?.folder ?? '' })}
                body={t('migrations.migrate_body')}
                disabled={!isComplete}
                isBusy={isStarting}
                onConfirm={begin}
              />
            )}
            {chosen === null && (
              <Text size="sm" c="dimmed">
                {t('migrations.needs_export')}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
