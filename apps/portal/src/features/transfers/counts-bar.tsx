import type { TransferCounts, TransferOutcome } from '@holdfast/contract'
import { Anchor, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { stateColours } from '../../shared/charts/chart-colours.ts'
import { useText } from '../../shared/i18n/text.ts'
import { legendEntry, PartsBar, PartsCell, PartsLegend, Swatch } from '../../shared/ui/parts-bar.tsx'

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
    .map((name) => ({ name, count: countOf(counts, name), colour: colours[name] }))
    .filter(({ count }) => count > 0)

/** The outcomes of a transfer's recordings, in a row of a list. */
export const CountsCell = ({ counts }: { counts: TransferCounts }) => {
  const t = useText()
  const parts = partsOf(counts)
  const words = parts.map(({ name, count }) => `${t(`transfers.outcome_${name}`)}: ${count}`)
  const total = t('transfers.sent_of', { sent: counts.sent, collected: counts.collected })
  return <PartsCell title={words.join('\n')} total={total} parts={parts} />
}

/** The same with its numbers, each of which leads to the recordings. */
export const CountsBar = ({ counts, transfer_id }: { counts: TransferCounts; transfer_id: string }) => {
  const t = useText()
  const intl = useIntl()
  const parts = partsOf(counts)
  return (
    <Stack gap="sm">
      <PartsBar parts={parts} />
      <PartsLegend>
        {parts.map(({ name, count, colour }) => (
          <Anchor
            key={name}
            className={legendEntry}
            c="inherit"
            renderRoot={(props) => (
              <Link
                {...props}
                to="/dashboard/account/transfers/$transfer_id/recordings"
                params={{ transfer_id }}
                search={{ filter: { outcomes: [name] } } as never}
              />
            )}
          >
            <Swatch colour={colour} />
            {t(`transfers.outcome_${name}`)} {intl.formatNumber(count)}
          </Anchor>
        ))}
      </PartsLegend>
    </Stack>
  )
}
