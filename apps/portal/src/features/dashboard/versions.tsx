import type { Dashboard } from '@holdfast/contract'
import { Link } from '@tanstack/react-router'
import { type MessageId, useText } from '../../shared/i18n/text.ts'
import { BarTable } from '../../shared/ui/bar-table.tsx'
import { Panel } from '../../shared/ui/panel.tsx'
import classes from './dashboard-page.module.css'
import { versionBars } from './version-bars.ts'

interface VersionsProps {
  title: MessageId
  kind: 'app' | 'os'
  versions: Dashboard['app_versions']
}

/** The versions that devices report. Each number leads to its devices. */
export const Versions = ({ title, kind, versions }: VersionsProps) => {
  const t = useText()
  const bars = versionBars(kind, versions)
  return (
    <Panel title={t(title)}>
      {bars.length === 0 ? (
        <p className={classes.none}>{t('overview.no_versions')}</p>
      ) : (
        <BarTable
          label={t(title)}
          head={[t('overview.version'), t('overview.count')]}
          rows={bars.map(({ version, count, filter }) => {
            const label = version ?? t('overview.other_versions')
            const name = (
              <Link key={label} to="/dashboard/devices" search={{ filter }} className={classes.link}>
                {label}
              </Link>
            )
            return { label, value: count, name }
          })}
        />
      )}
    </Panel>
  )
}
