import type { TransferCounts, TransferOutcome } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useIntl } from 'react-intl'
import { stateColours } from '../../shared/charts/chart-colours.ts'
import { useText } from '../../shared/i18n/text.ts'
import classes from './counts-bar.module.css'

/** In the order of the bar. */
const outcomes = ['confirmed', 'sent', 'waiting', 'left_out', 'failed', 'differs'] as const satisfies TransferOutcome[]

const colours: Readonly<Record<TransferOutcome, string>> = {
  confirmed: stateColours.good,
  sent: 'var(--holdfast-accent)',
  waiting: 'var(--mantine-color-gray-5)',
  left_out: 'var(--mantine-color-yellow-5)',
  failed: stateColours.bad,
  differs: 'var(--mantine-color-grape-5)',
}

/** `sent` of a transfer counts those that are confirmed, too. */
const countOf = (counts: TransferCounts, outcome: TransferOutcome): number =>
  outcome === 'sent' ? counts.sent - counts.confirmed : counts[outcome]

const partsOf = (counts: TransferCounts) =>
  outcomes
    .map((outcome) => ({ outcome, count: countOf(counts, outcome), colour: colours[outcome] }))
    .filter(({ count }) => count > 0)

const withColour = (colour: string) => ({ '--part': colour }) as CSSProperties

const Bar = ({ counts }: { counts: TransferCounts }) => (
  <div className={classes.bar} aria-hidden>
    {partsOf(counts).map(({ outcome, count, colour }) => (
      <span key={outcome} className={classes.part} style={{ ...withColour(colour), flexGrow: count }} />
    ))}
  </div>
)

/** The outcomes of a transfer's recordings, in a row of a list. */
export const CountsCell = ({ counts }: { counts: TransferCounts }) => {
  const t = useText()
  const words = partsOf(counts).map(({ outcome, count }) => `${t(`transfers.outcome_${outcome}`)}: ${count}`)
  return (
    <span className={classes.cell} title={words.join('\n')}>
      <span className="numeric">{t('transfers.sent_of', { sent: counts.sent, collected: counts.collected })}</span>
      <Bar counts={counts} />
    </span>
  )
}

/** The same with its numbers, each of which leads to the recordings. */
export const CountsBar = ({ counts, transfer_id }: { counts: TransferCounts; transfer_id: string }) => {
  const t = useText()
  const intl = useIntl()
  return (
    <div>
      <Bar counts={counts} />
      <div className={classes.legend}>
        {partsOf(counts).map(({ outcome, count, colour }) => (
          <Anchor
            key={outcome}
            className={classes.entry}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/dashboard/account/transfers/$transfer_id/recordings"
                params={{ transfer_id }}
                search={{ filter: { outcomes: [outcome] } } as never}
              />
            )}
          >
            <span className={classes.swatch} style={withColour(colour)} aria-hidden />
            {t(`transfers.outcome_${outcome}`)} {intl.formatNumber(count)}
          </Anchor>
        ))}
      </div>
    </div>
  )
}
