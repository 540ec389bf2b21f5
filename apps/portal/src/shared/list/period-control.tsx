import { lazy } from 'react'
import { useAsked } from '../ui/use-asked.ts'
import type { PeriodControlProps } from './opened-period-control.tsx'
import { PeriodButton } from './period-button.tsx'

const load = () => import('./opened-period-control.tsx')
const OpenedPeriodControl = lazy(load)

/** The period of a list, and the popover to choose it in from when that is first asked for. */
export const PeriodControl = (props: PeriodControlProps) => {
  const { isAsked, asking } = useAsked(load)
  if (isAsked) return <OpenedPeriodControl {...props} />
  return <PeriodButton filter={props.filter} {...asking} aria-expanded={false} />
}
