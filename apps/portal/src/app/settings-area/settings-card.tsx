import { Link } from '@tanstack/react-router'
import { useText } from '../../shared/i18n/text.ts'
import type { SettingsScreen } from '../screen.ts'
import classes from './settings-list-page.module.css'

export const SettingsCard = ({ screen }: { screen: SettingsScreen }) => {
  const t = useText()
  const { path, title, place } = screen
  const { icon: Icon, about } = place
  return (
    <Link to={path} search={{}} className={classes.card}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>
        <span className={classes.name}>{t(title)}</span>
        <span className={classes.about}>{t(about)}</span>
      </span>
    </Link>
  )
}
