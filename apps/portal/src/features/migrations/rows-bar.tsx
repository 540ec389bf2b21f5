import type { LegacyMigration } from '@holdfast/contract'
import type { CSSProperties } from 'react'
import { useIntl } from 'react-intl'
import { stateColours } from '../../shared/charts/chart-colours.ts'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import classes from './rows-bar.module.css'

/** How rows end, in the order of the bar. */
export const endings = ['imported', 'warnings', 'errors'] as const
export type Ending = (typeof endings)[number]

const colours: Readonly<Record<Ending, string>> = {
  imported: stateColours.good,
  warnings: 'var(--mantine-color-yellow-5)',
  errors: stateColours.bad,
}

export const withColour = (ending: Ending) => ({ '--part': colours[ending] }) as CSSProperties

/** A dry run says what a run would do. */
export const endingTitle = (ending: Ending, { is_dry_run }: Pick<LegacyMigration, 'is_dry_run'>): MessageId =>
  ending === 'imported' && is_dry_run ? 'migrations.would_import' : `migrations.${ending}`

type Rows = Pick<LegacyMigration, 'statistics' | 'is_dry_run'>

const partsOf = ({ statistics }: Rows) =>
  endings.map((ending) => ({ ending, count: statistics[ending] })).filter(({ count }) => count > 0)

const Bar = ({ migration }: { migration: Rows }) => (
  <div className={classes.bar} aria-hidden>
    {partsOf(migration).map(({ ending, count }) => (
      <span key={ending} className={classes.part} style={{ ...withColour(ending), flexGrow: count }} />
    ))}
  </div>
)

/** The rows of a run in a row of the list. */
export const RowsCell = ({ migration }: { migration: Rows }) => {
  const t = useText()
  const intl = useIntl()
  const words = partsOf(migration).map(
    ({ ending, count }) => `${t(endingTitle(ending, migration))}: ${intl.formatNumber(count)}`,
  )
  return (
    <span className={classes.cell} title={words.join('\n')}>
      <span className="numeric">{intl.formatNumber(migration.statistics.rows)}</span>
      <Bar migration={migration} />
    </span>
  )
}

/** The same with its numbers. */
export const RowsBar = ({ migration }: { migration: Rows }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <>
      <Bar migration={migration} />
      <div className={classes.legend}>
        {partsOf(migration).map(({ ending, count }) => (
          <span key={ending} className={classes.entry}>
            <span className={classes.swatch} style={withColour(ending)} aria-hidden />
            {t(endingTitle(ending, migration))} <span className="numeric">{intl.formatNumber(count)}</span>
          </span>
        ))}
      </div>
    </>
  )
}
