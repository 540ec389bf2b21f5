import type { CompletenessFigures, PayloadState, PayloadType } from '@holdfast/contract'
import { Link } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import classes from './completeness-lead.module.css'

/** The lists of recordings, by kind. Messages are listed as conversations otherwise, which have no states. */
const lists = [
  { label: 'page.calls', list: 'calls', types: ['Call', 'AbortedCall', 'BlockedCall'], filter: {} },
  { label: 'page.messages', list: 'messages', types: ['SMS', 'MMS', 'RCS'], filter: { view: 'single' } },
  { label: 'page.photos', list: 'photos', types: ['Photo'], filter: {} },
  { label: 'page.videos', list: 'videos', types: ['Video', 'AR'], filter: {} },
  { label: 'page.interviews', list: 'interviews', types: ['Interview'], filter: {} },
  { label: 'page.diagnostics', list: 'diagnostics', types: ['Diagnostics'], filter: {} },
] as const

const states = { waiting: 'Recorded', failed: 'Failed', lost: 'NotRecoverable' } as const satisfies Record<
  string,
  PayloadState
>

interface KindLinksProps {
  kind: keyof typeof states
  types: CompletenessFigures['waiting']
  groups: readonly string[]
}

/** The recordings of a figure by kind, which lead to their lists. */
export const KindLinks = ({ kind, types, groups }: KindLinksProps) => {
  const t = useText()
  const intl = useIntl()
  const can = useCan()
  const totalOf = (of: readonly PayloadType[]) =>
    types.filter(({ payload_type }) => of.includes(payload_type)).reduce((sum, { total }) => sum + total, 0)
  return (
    <small className={classes.kinds}>
      {lists.map(({ label, list, types: ofList, filter }) => {
        const total = totalOf(ofList)
        if (total === 0) return null
        const words = `${t(label)}: ${intl.formatNumber(total)}`
        if (!can('payloads:read')) return <span key={list}>{words}</span>
        const chosen = { ...filter, ...(groups.length > 0 && { groups }), payload_states: [states[kind]] }
        return (
          <Link
            key={list}
            to={`/dashboard/services/${list}`}
            search={{ filter: chosen } as never}
            className={classes.link}
          >
            {words}
          </Link>
        )
      })}
    </small>
  )
}
