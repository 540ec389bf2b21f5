import type { DeviceUser } from '@holdfast/contract'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { BreakableText } from '../../shared/ui/breakable-text.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** What is known of a person, and who changed it last. */
export const DeviceUserFacts = ({ user }: { user: DeviceUser }) => {
  const t = useText()
  const moment = (time: string | null) => time && <Moment time={time} />
  return (
    <Panel>
      <Facts
        title={t('user.about')}
        facts={[
          { label: t('user.reference'), value: user.device_user_reference, copy: user.device_user_reference },
          { label: t('user.email'), value: user.email && <BreakableText text={user.email} />, copy: user.email },
          { label: t('user.group'), value: user.group, copy: user.group },
          { label: t('user.services'), value: user.services.map((service) => t(`service.${service}`)).join(', ') },
          { label: t('user.expected'), value: user.expected_device_count },
          { label: t('device.legacy'), value: user.is_legacy ? t('user.is_legacy') : null },
          { label: t('user.onboarded'), value: moment(user.onboard_date) },
          { label: t('user.offboarded'), value: moment(user.offboard_date) },
          { label: t('user.changed'), value: moment(user.updated_at) },
          { label: t('user.changed_by'), value: user.updated_by && <Colleague author={user.updated_by} /> },
        ]}
      />
    </Panel>
  )
}
