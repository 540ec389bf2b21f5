import type { CompletenessDay } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../i18n/text.ts'
import classes from './completeness-calendar.module.css'
import { type CompletenessScope, filterOfScope } from './completeness-scope.ts'
import { expectedOf } from './day-state.ts'

const kinds = ['arrived', 'waiting', 'failed', 'lost', 'missing', 'explained'] as const

interface DayDetailsProps {
  day: CompletenessDay
  /** In words. */
  name: string
  of: CompletenessScope
}

/** The numbers of one day, with the list of its gaps. */
export const DayDetails = ({ day, name, of }: DayDetailsProps) => {
  const t = useText()
  const intl = useIntl()
  return (
    <div className={classes.details} role="status">
      <strong>{name}</strong>
      <span>{t('completeness.expected_count', { count: expectedOf(day) })}</span>
      {kinds.map(
        (kind) =>
          day[kind] > 0 && (
            <span key={kind}>
              {t(`completeness.${kind}`)}: {intl.formatNumber(day[kind])}
            </span>
          ),
      )}
      {day.silent > 0 && <span>{t('completeness.silent_count', { count: day.silent })}</span>}
      {day.gaps > 0 && (
        <Anchor
          component={Link}
          inherit
          to="/dashboard/devices/completeness"
          search={{ filter: { ...filterOfScope(of), states: ['open'], day: day.date } } as never}
        >
          {t('completeness.gaps_of_day', { count: day.gaps })}
        </Anchor>
      )}
    </div>
  )
}
