import type { ClientLicences, LicenceUse } from '@holdfast/contract'
import { Progress, Table, VisuallyHidden } from '@mantine/core'
import { FormattedDate, FormattedNumber } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { none } from '../../shared/list/fields.tsx'
import { Badge } from '../../shared/ui/badge.tsx'
import { Panel } from '../../shared/ui/panel.tsx'

/** From this share of the limit on, the use is marked. */
const highShare = 0.8

const Use = ({ use: { service, used, limit }, isLimited }: { use: LicenceUse; isLimited: boolean }) => {
  const t = useText()
  if (!isLimited) return null
  const share = limit === 0 ? 1 : used / limit
  const colour = share >= 1 ? 'red' : share >= highShare ? 'yellow' : undefined
  const label = t('licences.used_of', { used, limit })
  return (
    <Progress
      value={Math.min(1, share) * 100}
      size="sm"
      {...(colour && { color: colour })}
      aria-label={`${t(`service.${service}`)}: ${label}`}
    />
  )
}

const Outlook = ({ use: { used, limit, exhausted_on }, isLimited }: { use: LicenceUse; isLimited: boolean }) => {
  const t = useText()
  if (!isLimited) return none
  if (used > limit) return <Badge tone="bad">{t('licences.over', { count: used - limit })}</Badge>
  if (used === limit) return <Badge tone="warn">{t('licences.all_in_use')}</Badge>
  return exhausted_on === null ? none : <FormattedDate value={exhausted_on} dateStyle="medium" timeZone="UTC" />
}

/** A row a service: licences in use, the limit, and when it will be reached. */
export const ServicesUse = ({ licences: { use, version } }: { licences: ClientLicences }) => {
  const t = useText()
  const isLimited = version > 0
  return (
    <Panel title={t('licences.now')}>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ type: 'auto', viewportProps: { tabIndex: 0 } }}>
        <Table fz="sm" tabularNums>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('licences.service')}</Table.Th>
              <Table.Th ta="end">{t('licences.used')}</Table.Th>
              <Table.Th ta="end">{t('licences.limit')}</Table.Th>
              <Table.Th w="30%">
                <VisuallyHidden>{t('licences.share')}</VisuallyHidden>
              </Table.Th>
              <Table.Th ta="end">{t('licences.expected')}</Table.Th>
              <Table.Th ta="end">{t('licences.exhausted_on')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {use.map((one) => (
              <Table.Tr key={one.service}>
                <Table.Th scope="row" fw={480}>
                  {t(`service.${one.service}`)}
                </Table.Th>
                <Table.Td ta="end">
                  <FormattedNumber value={one.used} />
                </Table.Td>
                <Table.Td ta="end">{isLimited ? <FormattedNumber value={one.limit} /> : none}</Table.Td>
                <Table.Td>
                  <Use use={one} isLimited={isLimited} />
                </Table.Td>
                <Table.Td ta="end">
                  <FormattedNumber value={one.expected} />
                </Table.Td>
                <Table.Td ta="end">
                  <Outlook use={one} isLimited={isLimited} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  )
}
