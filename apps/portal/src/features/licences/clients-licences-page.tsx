import { calls, type ListedLicences, type ServiceName, serviceNames } from '@holdfast/contract'
import { IconLicense } from '@tabler/icons-react'
import { FormattedNumber } from 'react-intl'
import { useText } from '../../shared/i18n/text.ts'
import { isUnlimited } from '../../shared/licences/expected-licences.ts'
import type { Column } from '../../shared/list/column.ts'
import { none } from '../../shared/list/fields.tsx'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { ChangeLimits } from './change-limits.tsx'
import { highShare, nearestFirst, shareOf } from './nearest-limit.ts'

const Use = ({ licences, service }: { licences: ListedLicences; service: ServiceName }) => {
  const t = useText()
  const { [service]: limit, used: counted } = licences
  const used = counted[service]
  const count = <FormattedNumber value={used} />
  if (isUnlimited(limit)) return <span title={t('licences.no_limit')}>{count}</span>
  const figures = (
    <>
      {count} / <FormattedNumber value={limit} />
    </>
  )
  const share = shareOf({ used, limit })
  if (share < highShare) return figures
  return (
    <span title={share < 1 ? undefined : t('licences.all_in_use')}>
      <Badge tone={share < 1 ? 'warn' : 'bad'}>{figures}</Badge>
    </span>
  )
}

/** The service of which the greatest share of the limit is in use; `undefined` if none is limited. */
const nearestToLimit = ({ used, ...limits }: ListedLicences): ServiceName | undefined => {
  const services = serviceNames.map((service) => ({ service, used: used[service], limit: limits[service] }))
  const [nearest] = nearestFirst(services)
  return nearest && shareOf(nearest) >= 0 ? nearest.service : undefined
}

const Nearest = ({ licences }: { licences: ListedLicences }) => {
  const t = useText()
  const service = nearestToLimit(licences)
  if (!service) return serviceNames.every((one) => isUnlimited(licences[one])) ? t('licences.no_limit') : none
  return (
    <>
      {t(`service.${service}`)}: <Use licences={licences} service={service} />
    </>
  )
}

const useOf = (service: ServiceName, isOptional: boolean): Column<ListedLicences> => ({
  id: service,
  title: `service.${service}`,
  width: 'minmax(6.5rem, 0.8fr)',
  priority: isOptional ? 3 : 2,
  isOptional,
  isNumeric: true,
  cell: (licences) => <Use licences={licences} service={service} />,
})

const columns: readonly Column<ListedLicences>[] = [
  {
    id: 'client',
    title: 'clients.client',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: ({ client, name }) => <span title={client}>{name}</span>,
  },
  {
    id: 'nearest',
    title: 'licences.nearest',
    width: 'minmax(9rem, 1.2fr)',
    priority: 1,
    cell: (licences) => <Nearest licences={licences} />,
  },
  ...(['calls', 'sms', 'mms'] as const).map((service) => useOf(service, false)),
  ...(['rcs', 'photos', 'videos', 'interviews', 'gps', 'ar'] as const).map((service) => useOf(service, true)),
  {
    id: 'change',
    title: 'licences.limits',
    width: '9.5rem',
    priority: 1,
    cell: (licences) => <ChangeLimits licences={licences} />,
  },
]

const fields: readonly FilterField[] = [{ kind: 'texts', name: 'clients', label: 'clients.client' }]

const source = { call: calls.listLicences, fields }

export const prefetch = prefetchList(() => source)

/** The licences of all customers, which staff set. */
export default function ClientsLicencesPage() {
  return (
    <ListPage
      title="page.clients_licences"
      {...source}
      columns={columns}
      keyOf={({ client }) => client}
      empty={{ icon: IconLicense, title: 'internal.clients_empty', body: 'internal.clients_empty_body' }}
    />
  )
}
