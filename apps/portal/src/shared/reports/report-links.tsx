import { Stack } from '@mantine/core'
import { IconFileText, IconMapPin } from '@tabler/icons-react'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/profile.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Panel } from '../ui/panel.tsx'

type Of = { device_reference: string } | { device_user_reference: string }

/** Leads to where a device or a person was, and to what was logged. Nothing where the person may see neither. */
export const ReportLinks = ({ of }: { of: Of }) => {
  const t = useText()
  const can = useCan()
  if (!can('gps:read') && !can('logs:read')) return null
  const trail = {
    variant: 'default',
    justify: 'start',
    leftSection: <IconMapPin size={16} stroke={1.6} />,
    children: t('trail.show'),
  } as const
  const filter = Object.fromEntries(Object.entries(of).map(([name, reference]) => [`${name}s`, [reference]]))
  return (
    <Panel title={t('trail.reports')}>
      <Stack gap="xs">
        {can('gps:read') &&
          ('device_reference' in of ? (
            <LinkButton {...trail} to="/dashboard/devices/$device_reference/gps" params={of} />
          ) : (
            <LinkButton {...trail} to="/dashboard/devices/users/$device_user_reference/gps" params={of} />
          ))}
        {can('logs:read') && (
          <LinkButton
            variant="default"
            justify="start"
            leftSection={<IconFileText size={16} stroke={1.6} />}
            to="/dashboard/devices/logs"
            search={{ filter } as never}
          >
            {t('log.all')}
          </LinkButton>
        )}
      </Stack>
    </Panel>
  )
}
