import { Group } from '@mantine/core'
import { useText } from '../../shared/i18n/text.ts'
import { useCan } from '../../shared/session/profile.ts'
import { LinkButton } from '../../shared/ui/link-button.tsx'

/** From the records to their months and to the files that they are from. */
export const CarrierLinks = () => {
  const t = useText()
  const can = useCan()
  return (
    <Group gap="xs">
      <LinkButton variant="default" to="/dashboard/devices/carrier-records/months">
        {t('page.carrier_months')}
      </LinkButton>
      {can('carrier_imports:read') && (
        <LinkButton variant="default" to="/dashboard/devices/carrier-records/imports">
          {t('page.carrier_imports')}
        </LinkButton>
      )}
      {can('carrier_imports:write') && <NewImport />}
    </Group>
  )
}

export const NewImport = () => {
  const t = useText()
  return <LinkButton to="/dashboard/devices/carrier-records/imports/new">{t('page.new_carrier_import')}</LinkButton>
}
