import { calls, openReviewItemStates, type ReviewItem } from '@holdfast/contract'
import { Button } from '@mantine/core'
import { IconEyeCheck } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useText } from '../../../shared/i18n/text.ts'
import type { FilterField } from '../../../shared/list/filter-fields.ts'
import { ListPage } from '../../../shared/list/list-page.tsx'
import { type ListRequest, prefetchList } from '../../../shared/list/list-queries.ts'
import { listReader, rowsAfter, rowsOfCall } from '../../../shared/list/list-reader.ts'
import { keepRows } from '../../../shared/list/neighbours.ts'
import { keepPlace } from '../../../shared/list/place-left.ts'
import { useList } from '../../../shared/list/use-list.ts'
import { useListed } from '../../../shared/ui/shortcuts.ts'
import { reviewAddressOf } from '../kinds.ts'
import { dueOn, kind, passedOn, queue, state, when, who } from '../reviews/item-columns.tsx'
import { dueField } from './due-field.ts'

const fields: readonly FilterField[] = [
  {
    kind: 'choices',
    name: 'states',
    label: 'payload.state',
    options: openReviewItemStates.map((value) => ({ value, label: `reviews.state_${value}` as const })),
  },
  dueField,
]

const source = { call: calls.listOwnReviews, fields }

export const prefetch = prefetchList(() => source)

const addressOf = ({ payload_type, payload_reference }: ReviewItem): string =>
  reviewAddressOf(payload_type, payload_reference)

const keyOf = ({ queue_reference, payload_reference }: ReviewItem): string => `${queue_reference} ${payload_reference}`

export const rows = [rowsOfCall(calls.listOwnReviews, keyOf, addressOf)]

/** About where the first row of a list stands. */
const firstRowPx = 240

const request: ListRequest<typeof calls.listOwnReviews> = {
  call: calls.listOwnReviews,
  filter: {},
  portalReads: 'first_page',
}

/** Opens the first recording that waits; the keys of recordings then lead through the rest. */
const OpenFirst = () => {
  const t = useText()
  const navigate = useNavigate()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { rows, hasMore, total, isTotalCapped, lastPage } = useList(request)
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' })
  const [first] = rows
  if (!first) return null
  const open = () => {
    const address = addressOf(first)
    keepPlace(entry, { row: keyOf(first), index: 0, topPx: firstRowPx })
    const kept = rows.map((row) => ({ key: keyOf(row), address: addressOf(row) }))
    const after = rowsAfter(request, lastPage)
    const list = { entry, path, hasMore, total: isTotalCapped ? undefined : total, rows: kept, after }
    keepRows(list, address, listReader(request, keyOf, addressOf))
    void navigate({ to: address })
  }
  return <Button onClick={open}>{t('reviews.open_first')}</Button>
}

/** What waits for a review by the person. */
export default function OwnReviewsPage() {
  useListed(['nextOfList', 'previousOfList', 'escalate', 'review', 'reviewAndNext', 'undoReview'], 'in_rows')
  return (
    <ListPage
      title="page.own_reviews"
      {...source}
      columns={[when, who, kind, queue, dueOn, state, passedOn]}
      keyOf={keyOf}
      linkOf={addressOf}
      empty={{ icon: IconEyeCheck, title: 'reviews.nothing_waits', body: 'reviews.nothing_waits_body' }}
      isChangedBy={({ kind }) => kind === 'review'}
      mainAction={<OpenFirst />}
    />
  )
}
