import type { LegacyMigration } from '@holdfast/contract'
import { useIntl } from 'react-intl'
import { stateColours } from '../../shared/charts/chart-colours.ts'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { legendEntry, PartsBar, PartsCell, PartsLegend, Swatch } from '../../shared/ui/parts-bar.tsx'

/** How rows end, in the order of the bar. */
export const endings = ['imported', 'warnings', 'errors'] as const
export type Ending = (typeof endings)[number]

const colours: Readonly<Record<Ending, string>> = {
  imported: stateColours.good,
  warnings: 'var(--mantine-color-yellow-5)',
  errors: stateColours.bad,
}

export const colourOf = (ending: Ending): string => colours[ending]

/** A dry run says what a run would do. */
export const endingTitle = (ending: Ending, { is_dry_run }: Pick<LegacyMigration, 'is_dry_run'>): MessageId =>
  ending === 'imported' && is_dry_run ? 'migrations.would_import' : `migrations.${ending}`

type Rows = Pick<LegacyMigration, 'statistics' | 'is_dry_run'>

const partsOf = ({ statistics }: Rows) =>
  endings.map((name) => ({ name, count: statistics[name], colour: colours[name] })).filter(({ count }) => count > 0)

/** The number of a migration's rows with the bar of how they ended, for the list of migrations. */
export const RowsCell = ({ migration }: { migration: Rows }) => {
  const t = useText()
  const intl = useIntl()
  const parts = partsOf(migration)
  const words = parts.map(({ name, count }) => `${t(endingTitle(name, migration))}: ${intl.formatNumber(count)}`)
  return <PartsCell title={words.join('\n')} total={intl.formatNumber(migration.statistics.rows)} parts={parts} />
}

/** The same with its numbers. */
export const RowsBar = ({ migration }: { migration: Rows }) => {
  const t = useText()
  const intl = useIntl()
  const parts = partsOf(migration)
  return (
    <>
      <PartsBar parts={parts} />
      <PartsLegend>
        {parts.map(({ name, count, colour }) => (
          <span key={name} className={legendEntry}>
            <Swatch colour={colour} />
            {t(endingTitle(name, migration))} <span className="numeric">{intl.formatNumber(count)}</span>
          </span>
        ))}
      </PartsLegend>
    </>
  )
}
