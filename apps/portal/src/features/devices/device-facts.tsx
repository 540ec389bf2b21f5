import type { Device } from '@holdfast/contract'
import { Colleague } from '../../shared/found/colleague.tsx'
import { useText } from '../../shared/i18n/text.ts'
import { DeviceUserLink } from '../../shared/recordings/who-text.tsx'
import { BreakableText } from '../../shared/ui/breakable-text.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { Moment } from '../../shared/ui/moment.tsx'

/** The facts about a device, in groups. */
export const DeviceFacts = ({ device }: { device: Device }) => {
  const t = useText()
  const moment = (time: string | null) => time && <Moment time={time} />
  const imeis = device.imeis.join(', ')
  return (
    <>
      <Facts
        title={t('device.assignment')}
        facts={[
          {
            label: t('device.user'),
            value: device.device_user_reference && <DeviceUserLink reference={device.device_user_reference} />,
            copy: device.device_user_reference,
          },
          {
            label: t('device.email'),
            value: device.email && <BreakableText text={device.email} />,
            copy: device.email,
          },
          { label: t('device.group'), value: device.group, copy: device.group },
          { label: t('device.services'), value: device.services.map((service) => t(`service.${service}`)).join(', ') },
        ]}
      />
      <Facts
        title={t('device.about')}
        facts={[
          { label: t('device.reference'), value: device.device_reference, copy: device.device_reference },
          { label: t('device.model'), value: device.model, copy: device.model },
          { label: t('device.os_version'), value: device.os_version, copy: device.os_version },
          { label: t('device.app_version'), value: device.app_version, copy: device.app_version },
          { label: t('device.imeis'), value: imeis, copy: imeis },
          { label: t('device.installation'), value: device.installation_id, copy: device.installation_id },
          {
            label: t('device.install_state'),
            value: device.install_state && t(`device.install_${device.install_state}`),
          },
          { label: t('device.fcm_token'), value: device.fcm_token, copy: device.fcm_token },
          { label: t('device.legacy'), value: device.is_legacy ? t('device.is_legacy') : null },
          { label: t('device.legacy_number'), value: device.legacy_phone_number, copy: device.legacy_phone_number },
        ]}
      />
      <Facts
        title={t('detail.activity')}
        facts={[
          { label: t('device.last_seen'), value: moment(device.last_seen) },
          { label: t('device.activated_at'), value: moment(device.activated_at) },
          { label: t('device.deactivation_date'), value: moment(device.deactivation_date) },
          { label: t('detail.updated_by'), value: device.updated_by && <Colleague author={device.updated_by} /> },
          { label: t('detail.updated_at'), value: moment(device.updated_at) },
        ]}
      />
    </>
  )
}
