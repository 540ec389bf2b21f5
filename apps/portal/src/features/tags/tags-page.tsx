import { calls, type TagDefinition } from '@holdfast/contract'
import { IconTags } from '@tabler/icons-react'
import { addressOf } from '../../shared/access/addresses.ts'
import { useText } from '../../shared/i18n/text.ts'
import type { Column } from '../../shared/list/column.ts'
import type { FilterField } from '../../shared/list/filter-fields.ts'
import { ListPage } from '../../shared/list/list-page.tsx'
import { prefetchList } from '../../shared/list/list-queries.ts'
import { useCan } from '../../shared/session/profile.ts'
import { Badge } from '../../shared/ui/badge.tsx'
import { LinkButton } from '../../shared/ui/link-button.tsx'

const Values = ({ tag: { tag_values } }: { tag: TagDefinition }) => {
  const t = useText()
  if (tag_values === null) return t('tags.any_value')
  if (tag_values.length === 0) return t('tags.no_value')
  return <span title={tag_values.join(', ')}>{tag_values.join(', ')}</span>
}

const Required = ({ tag: { is_required } }: { tag: TagDefinition }) => {
  const t = useText()
  return is_required ? <Badge tone="info">{t('tags.required')}</Badge> : null
}

const columns: readonly Column<TagDefinition>[] = [
  { id: 'tag_key', title: 'tags.key', width: 'minmax(8rem, 1fr)', priority: 1, cell: ({ tag_key }) => tag_key },
  {
    id: 'tag_values',
    title: 'tags.values',
    width: 'minmax(10rem, 2.5fr)',
    priority: 1,
    cell: (tag) => <Values tag={tag} />,
  },
  {
    id: 'is_required',
    title: 'tags.required',
    width: '8rem',
    priority: 1,
    cell: (tag) => <Required tag={tag} />,
  },
  {
    id: 'default_value',
    title: 'tags.default',
    width: 'minmax(6rem, 1fr)',
    priority: 3,
    cell: ({ default_value }) => default_value ?? '–',
  },
]

const fields: readonly FilterField[] = [{ kind: 'flag', name: 'is_required', label: 'tags.required' }]

const source = { call: calls.listTags, fields }

export const prefetch = prefetchList(() => source)

/** The tags that groups can carry. */
export default function TagsPage() {
  const t = useText()
  const can = useCan()
  return (
    <ListPage
      title="page.tags"
      {...source}
      columns={columns}
      keyOf={({ tag_key }) => tag_key}
      linkOf={({ tag_key }) => addressOf('tags', tag_key)}
      empty={{ icon: IconTags, title: 'tags.empty', body: 'tags.empty_body' }}
      live={{ kind: 'tag' }}
      mainAction={can('tags:write') && <LinkButton to="/dashboard/access/tags/create">{t('tags.new')}</LinkButton>}
    />
  )
}
