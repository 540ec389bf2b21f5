import { displayText } from '@holdfast/words'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/text.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from './amended.module.css'

interface AmendedProps {
  amendment: { amended_by: string; amended_at: string } | null | undefined
  /** Who did it, with `{who}`. */
  by?: 'amend.by' | 'amend.marked_by'
  /** What the handset said; `null` if it said nothing. */
  was?: string | null
  children: ReactNode
}

/** A detail; below it, if a person corrected it, who did, when, and what the handset said. */
export const Amended = ({ amendment, by = 'amend.by', was, children }: AmendedProps) => {
  const t = useText()
  if (!amendment) return children
  return (
    <>
      {children}
      <span className={classes.note}>
        {t(by, { who: amendment.amended_by })} <Moment time={amendment.amended_at} />
        {was !== undefined && (
          <bdi className={classes.was}>{was ? t('amend.was', { was: displayText(was) }) : t('amend.was_nothing')}</bdi>
        )}
      </span>
    </>
  )
}
