import type { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-message.module.css'

interface StateMessageProps {
  icon: typeof IconLock
  title: string
  body?: string
  /** It is the whole screen, so its title is the heading of the screen. */
  isScreen?: boolean
  children?: ReactNode
}

/** Says why there is nothing here: empty, refused, failed or deleted. */
export const StateMessage = ({ icon: Icon, title, body, isScreen = false, children }: StateMessageProps) => (
  <div className={classes.state} role="status">
    <Icon size={28} stroke={1.4} className={classes.icon} aria-hidden />
    {isScreen ? <h1 className={classes.title}>{title}</h1> : <p className={classes.title}>{title}</p>}
    {body && <p className={classes.body}>{body}</p>}
    {children && <div className={classes.actions}>{children}</div>}
  </div>
)
