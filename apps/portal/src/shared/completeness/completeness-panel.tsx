import { useText } from '../i18n/text.ts'
import { useCan } from '../session/profile.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { CompletenessDays } from './completeness-days.tsx'
import { type CompletenessScope, filterOfScope } from './completeness-scope.ts'

/** What arrived and what is missing of one device, person or group, by day; for those who may see it. */
export const CompletenessPanel = ({ of }: { of: CompletenessScope }) => {
  const t = useText()
  const can = useCan()
  if (!can('completeness:read')) return null
  return (
    <Panel
      title={t('page.completeness')}
      action={
        <LinkButton
          size="xs"
          variant="subtle"
          to="/dashboard/devices/completeness"
          search={{ filter: filterOfScope(of) } as never}
        >
          {t('completeness.all_gaps')}
        </LinkButton>
      }
    >
      <CompletenessDays of={of} />
    </Panel>
  )
}
