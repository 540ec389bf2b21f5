import { UnstyledButton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './popover-action.module.css'

interface PopoverActionProps {
  icon?: ReactNode
  /** Whether this is the current choice. */
  isCurrent?: boolean
  onClick: () => void
  children: ReactNode
}

/** An action or a choice in a popover. */
export const PopoverAction = ({ icon, isCurrent = false, onClick, children }: PopoverActionProps) => (
  <UnstyledButton className={classes.action} aria-current={isCurrent || undefined} onClick={onClick}>
    {icon}
    <span className={classes.label}>{children}</span>
    {isCurrent && <IconCheck size={14} aria-hidden />}
  </UnstyledButton>
)
