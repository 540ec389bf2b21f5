import { Popover, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { usePopover } from '../../shared/ui/use-popover.ts'
import classes from './day-recordings.module.css'
import type { DayCount, KindCount } from './kind-counts.ts'

interface DayRecordingsProps {
  day: DayCount
  /** The day in words, and its number. */
  label: string
  className?: string | undefined
  children: ReactNode
}

/** Leads to the recordings of a day: to their list, or to a choice of lists if they are of several kinds. */
export const DayRecordings = ({ day: { kinds }, label, className, children }: DayRecordingsProps) => {
  const [only, ...others] = kinds
  if (!only) return <span className={className}>{children}</span>
  if (others.length > 0) {
    return (
      <KindChoice kinds={kinds} label={label} className={className}>
        {children}
      </KindChoice>
    )
  }
  return (
    <Link
      to={only.to}
      search={{ filter: only.filter }}
      aria-label={label}
      className={`${classes.day} ${className ?? ''}`}
    >
      {children}
    </Link>
  )
}

type KindChoiceProps = Omit<DayRecordingsProps, 'day'> & { kinds: readonly KindCount[] }

const KindChoice = ({ kinds, label, className, children }: KindChoiceProps) => {
  const t = useText()
  const intl = useIntl()
  const { target, isOpen, setIsOpen } = usePopover()
  return (
    <Popover opened={isOpen} onChange={setIsOpen} trapFocus withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton
          ref={target}
          aria-label={label}
          className={`${classes.day} ${className ?? ''}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p="xs">
        <ul className={classes.kinds}>
          {kinds.map(({ title, count, to, filter }) => (
            <li key={title}>
              <Link to={to} search={{ filter }} className={classes.kind}>
                <span>{t(title)}</span> <strong>{intl.formatNumber(count)}</strong>
              </Link>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
