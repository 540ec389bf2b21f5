import { limits } from '@holdfast/contract'
import { Anchor } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useText } from '../../i18n/text.ts'
import type { SelectableRow } from './selection.ts'
import type { RowSelection } from './use-selection.ts'

export interface RowsOfFilter {
  /** Of all rows of the filter; undefined while it is not known. */
  total: number | undefined
  isTotalCapped: boolean
  hasMore: boolean
  /** Reads the first rows of the filter, up to `limits.maxSelected`. Absent for lists that read no rows unasked. */
  readRows: (() => Promise<readonly SelectableRow[]>) | undefined
}

/** Offers to select all loaded rows, and then all rows of the filter or as many of them as can be selected. */
export const SelectFilter = ({
  selection,
  total,
  isTotalCapped,
  hasMore,
  readRows,
}: RowsOfFilter & { selection: RowSelection }) => {
  const t = useText()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await readRows?.()) ?? [],
    onSuccess: selection.add,
  })
  const { size } = selection.chosen
  if (size >= limits.maxSelected) return <span>{t('selection.full', { most: limits.maxSelected })}</span>
  if (selection.selectedRows !== 'all') {
    return (
      <Anchor component="button" size="sm" onClick={selection.selectLoaded}>
        {t('selection.all_loaded')}
      </Anchor>
    )
  }
  if (!readRows || !hasMore || total === undefined || size >= total) return null
  const isMore = isTotalCapped || total > limits.maxSelected
  return (
    <Anchor component="button" size="sm" onClick={() => mutate()} disabled={isPending}>
      {isPending
        ? t('selection.loading')
        : t(isMore ? 'selection.first_of_filter' : 'selection.all_of_filter', {
            count: isMore ? limits.maxSelected : total,
          })}
    </Anchor>
  )
}
