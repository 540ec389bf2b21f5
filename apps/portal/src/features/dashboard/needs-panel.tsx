import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { ErrorState } from '../../shared/ui/error-state.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import { heldNeeds } from './held-needs.ts'
import type { Figure, Need } from './needs.ts'
import classes from './needs-panel.module.css'
import type { Needs } from './use-needs.ts'

const FigureLink = ({ figure: { label, count, tone, to, filter } }: { figure: Figure }) => {
  const t = useText()
  const intl = useIntl()
  const total = intl.formatNumber(count.total)
  return (
    <Link to={to} search={Object.keys(filter).length > 0 ? { filter } : {}} className={classes.figure} data-tone={tone}>
      <strong>{count.is_capped ? t('overview.more_than', { total }) : total}</strong> {t(label, { count: count.total })}
    </Link>
  )
}

const NeedRow = ({ need: { title, figures } }: { need: Need }) => {
  const t = useText()
  return (
    <li className={classes.need}>
      <span className={classes.title}>{t(title)}</span>
      <span className={classes.figures}>
        {figures.map((figure) => (
          <FigureLink key={figure.label} figure={figure} />
        ))}
      </span>
    </li>
  )
}

/** Each number leads to the list that has as many rows. The figures are those of the first answer until the person asks for new ones. */
export const NeedsPanel = ({ needs, failure, refetch }: Needs) => {
  const t = useText()
  const [held, setHeld] = useState<readonly Need[] | null>(null)
  if (held === null && needs !== null) setHeld(needs)
  const isKnown = !failure && held !== null && needs !== null
  const { shown, arrived } = isKnown ? heldNeeds(held, needs) : { shown: [], arrived: 0 }
  return (
    <Panel
      title={t('overview.needs_you')}
      action={
        <span role="status" className={classes.arrived}>
          {arrived > 0 && (
            <Button size="compact-sm" variant="light" onClick={() => setHeld(needs)}>
              {t('overview.show_arrived', { count: arrived })}
            </Button>
          )}
        </span>
      }
    >
      {failure && <ErrorState error={failure} onRetry={() => void refetch()} />}
      {!failure && !isKnown && <Skeleton height={88} />}
      {isKnown && shown.length === 0 && (
        <p className={classes.nothing} role="status">
          <IconCircleCheck size={20} stroke={1.6} aria-hidden />
          {t(arrived > 0 ? 'overview.nothing_waited' : 'overview.nothing_waits')}
        </p>
      )}
      {isKnown && shown.length > 0 && (
        <ul className={classes.needs}>
          {shown.map((need) => (
            <NeedRow key={need.title} need={need} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
