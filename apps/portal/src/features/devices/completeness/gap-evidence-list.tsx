import type { GapEvidence } from '@holdfast/contract'
import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../shared/i18n/text.ts'
import { useCan } from '../../../shared/session/profile.ts'
import { Moment } from '../../../shared/ui/moment.tsx'
import classes from './gap-evidence-list.module.css'

interface GapEvidenceListProps {
  device_reference: string
  evidence: readonly GapEvidence[]
}

/** What is known around a gap, the strongest first. Each leads to the device that it is of. */
export const GapEvidenceList = ({ device_reference, evidence }: GapEvidenceListProps) => {
  const t = useText()
  const can = useCan()
  if (evidence.length === 0) return <Text size="sm">{t('completeness.nothing_known')}</Text>
  return (
    <ul className={classes.evidence}>
      {evidence.map((one) => (
        <li key={`${one.kind} ${one.time}`}>
          <span>
            {t(`completeness.evidence_${one.kind}`, { values: one.values.join(', ') })}
            <small className={classes.details}>
              <Moment time={one.time} />
              {one.until && (
                <>
                  {' – '}
                  <Moment time={one.until} />
                </>
              )}
              {', '}
              {can('devices:read') ? (
                <Anchor component={Link} inherit to={`/dashboard/devices/${encodeURIComponent(device_reference)}`}>
                  {t(`completeness.source_${one.source}`)}
                </Anchor>
              ) : (
                t(`completeness.source_${one.source}`)
              )}
            </small>
          </span>
          <span className={classes.reason}>{t(`completeness.reason_${one.reason}`)}</span>
        </li>
      ))}
    </ul>
  )
}
