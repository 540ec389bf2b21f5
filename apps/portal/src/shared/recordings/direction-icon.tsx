import type { Direction } from '@holdfast/contract'
import { IconArrowDownLeft, IconArrowUpRight, IconUsers } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import classes from './direction-icon.module.css'

const icons = { I: IconArrowDownLeft, O: IconArrowUpRight, CC: IconUsers } as const

/** An arrow with a name: inbound, outbound or copied. */
export const DirectionIcon = ({ direction }: { direction: Direction | undefined }) => {
  const t = useText()
  if (!direction) return null
  const Icon = icons[direction]
  return <Icon size={16} stroke={1.8} className={classes.icon} role="img" aria-label={t(`direction.${direction}`)} />
}
