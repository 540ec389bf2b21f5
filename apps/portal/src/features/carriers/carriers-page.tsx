import { type Carrier, type Country, calls } from '@holdfast/contract'
import { IconAntennaBars5 } from '@tabler/icons-react'
import { useIntl } from 'react-intl'
import type { Column } from '../../shared/list/column.ts'
import { none } from '../../shared/list/fields.tsx'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { Moment } from '../../shared/ui/moment.tsx'

/** In the language of the portal. */
const CountryName = ({ country }: { country: Country }) => {
  const intl = useIntl()
  return intl.formatDisplayName(country.country_iso, { type: 'region' }) ?? country.country_name
}

const isEarlier = (one: string, other: string): boolean => one < other

/** When the first or last of the carriers was seen. */
const SeenAt = ({ times, isFirst }: { times: readonly string[]; isFirst: boolean }) => {
  const [time] = times.toSorted((one, other) => (isEarlier(one, other) === isFirst ? -1 : 1))
  return time === undefined ? none : <Moment time={time} />
}

const clientsOf = (carriers: readonly Carrier[]): string[] =>
  [...new Set(carriers.flatMap(({ clients }) => clients))].sort()

const columns: readonly Column<Country>[] = [
  {
    id: 'country_name',
    title: 'carriers.country',
    width: 'minmax(8rem, 1.2fr)',
    priority: 1,
    cell: (country) => <CountryName country={country} />,
  },
  {
    id: 'dialling_prefix',
    title: 'carriers.dialling_prefix',
    width: '6.5rem',
    priority: 2,
    isNumeric: true,
    cell: ({ dialling_prefix }) => dialling_prefix,
  },
  {
    id: 'carriers',
    title: 'carriers.carriers',
    width: 'minmax(10rem, 2fr)',
    priority: 1,
    cell: ({ carriers }) =>
      carriers.map(({ carrier_name, carrier_code }) => `${carrier_name} (${carrier_code})`).join(', ') || none,
  },
  {
    id: 'clients',
    title: 'carriers.clients',
    width: 'minmax(8rem, 1fr)',
    priority: 2,
    cell: ({ carriers }) => clientsOf(carriers).join(', ') || none,
  },
  {
    id: 'first_seen',
    title: 'carriers.first_seen',
    width: '9rem',
    priority: 3,
    cell: ({ carriers }) => <SeenAt times={carriers.map(({ first_seen }) => first_seen)} isFirst />,
  },
  {
    id: 'last_seen',
    title: 'carriers.last_seen',
    width: '9rem',
    priority: 3,
    cell: ({ carriers }) => <SeenAt times={carriers.map(({ last_seen }) => last_seen)} isFirst={false} />,
  },
]

const fields: readonly FilterField[] = [
  { kind: 'text', name: 'search', label: 'carriers.search' },
  { kind: 'flag', name: 'has_carriers', label: 'carriers.has_carriers' },
]

const source = { call: calls.listCountries, fields }

export const prefetch = prefetchList(() => source)

/** The countries of the world, with the carriers that customers' handsets reported in them. */
export default function CarriersPage() {
  return (
    <ListPage
      title="page.carriers"
      {...source}
      columns={columns}
      keyOf={({ country_iso }) => country_iso}
      empty={{ icon: IconAntennaBars5, title: 'carriers.empty', body: 'carriers.empty_body' }}
    />
  )
}
