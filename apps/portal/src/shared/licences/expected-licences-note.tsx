import { calls, type ServiceName } from '@holdfast/contract'
import { Alert, List, Text } from '@mantine/core'
import { IconLicense } from '@tabler/icons-react'
import { useLoaded } from '../forms/use-loaded.ts'
import { useText } from '../i18n/text.ts'
import { useCan } from '../session/profile.ts'
import { expectedLicences } from './expected-licences.ts'

const noParams = {}

/**
 * Before people are added: how many licences of their services are free, and a warning if more devices are expected. Only for
 * people who may read licences.
 * @param added how many devices the people are expected to have, by service
 */
export const ExpectedLicencesNote = ({ added }: { added: ReadonlyMap<ServiceName, number> }) => {
  const t = useText()
  const can = useCan()
  const { data } = useLoaded(calls.getLicences, added.size > 0 && can('licences:read') ? noParams : null)
  const services = data ? expectedLicences(data.use, added) : []
  const short = services.filter(({ free, expected }) => expected > free)
  const enough = services.filter(({ free, expected }) => expected <= free)
  return (
    <>
      {enough.length > 0 && (
        <Text size="sm" c="dimmed">
          {enough
            .map(({ service, free }) => t('licences.free', { service: t(`service.${service}`), free }))
            .join(' · ')}
        </Text>
      )}
      {short.length > 0 && (
        <Alert color="yellow" icon={<IconLicense aria-hidden />} title={t('licences.too_few')} role="status">
          <List size="sm">
            {short.map(({ service, free, expected }) => (
              <List.Item key={service}>
                {t('licences.free_of_expected', { service: t(`service.${service}`), free, expected })}
              </List.Item>
            ))}
          </List>
          <Text size="sm" mt="xs">
            {t('licences.too_few_body')}
          </Text>
        </Alert>
      )}
    </>
  )
}
